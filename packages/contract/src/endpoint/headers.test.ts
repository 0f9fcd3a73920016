import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { deliveryHeaders } from '../endpoints/alerts/stream-and-webhook-events.js'
import { answerHeaders, apiKeyHeader, limitHeaders, requestHeaders } from './headers.js'
import { defaultPlans } from './plans.js'

const groups = { limitHeaders, answerHeaders, requestHeaders, deliveryHeaders }

test('no group names a header twice, in whatever case', () =>
  checkEach(Object.entries(groups), ([, headers]) => {
    const names = Object.values(headers).map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  }))

test('the examples of both generations of the limits agree, for the Pro plan', () => {
  const { requestsPerMinute, monthlyQuota } = defaultPlans.Pro
  expect([limitHeaders.minuteLimit.example, limitHeaders.rateLimitLimit.example]).toEqual([
    requestsPerMinute,
    requestsPerMinute,
  ])
  expect(limitHeaders.minuteRemaining.example).toBe(limitHeaders.rateLimitRemaining.example)
  expect(limitHeaders.quotaLimit.example).toBe(monthlyQuota)
  expect(limitHeaders.rateLimitPolicy.example).toBe(`"minute";q=${requestsPerMinute};w=60, "month";q=${monthlyQuota}`)
  expect(limitHeaders.rateLimit.example).toBe(
    `"minute";r=${limitHeaders.rateLimitRemaining.example};t=${limitHeaders.rateLimitReset.example}, "month";r=${limitHeaders.quotaRemaining.example};t=864000`,
  )
})

test('a key travels in a header that is no answer and no delivery', () => {
  const taken = [limitHeaders, answerHeaders, deliveryHeaders].flatMap((headers) => Object.values(headers))
  expect(taken.map(({ name }) => name.toLowerCase())).not.toContain(apiKeyHeader.toLowerCase())
})
