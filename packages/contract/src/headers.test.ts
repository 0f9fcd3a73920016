import { describe, expect, test } from 'vitest'
import { deliveryHeaders } from './events.js'
import { answerHeaders, apiKeyHeader, limitHeaders, requestHeaders } from './headers.js'
import { defaultPlans } from './plans.js'

const groups = { limitHeaders, answerHeaders, requestHeaders, deliveryHeaders }

describe.each(Object.entries(groups))('%s', (_, headers) => {
  test.each(Object.values(headers))('$name is a name that travels, with an example of its type', (header) => {
    expect(header.name).toMatch(/^[A-Za-z][A-Za-z-]*[a-z]$|^ETag$|^Last-Event-ID$/)
    expect(header.description).toMatch(/^[A-Z`].*\.$/)
    expect(typeof header.example).toBe(header.type === 'integer' ? 'number' : 'string')
    if (header.type === 'integer') expect(Number.isSafeInteger(header.example)).toBe(true)
    expect(String(header.example)).toMatch(/^[\x20-\x7e]+$/)
  })

  test('names none twice, in whatever case', () => {
    const names = Object.values(headers).map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })
})

test('the examples of both generations of the limits tell one story, of the Pro plan', () => {
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
