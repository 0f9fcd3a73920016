import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import {
  simulatedComment,
  streamEventText,
  streamTimes,
  webhookEvent,
  webhookEventExample,
} from './stream-and-webhook-events.js'

describe('an event of the stream', () => {
  test('is four fields and a blank line, so that any reader of server-sent events dispatches it', () => {
    const lines = streamEventText('41', '{"fiat":"UAH"}').split('\n')
    expect(lines).toEqual(['event: rates', 'id: 41', `retry: ${streamTimes.retryMs}`, 'data: {"fiat":"UAH"}', '', ''])
  })

  test('lies on one line whatever names stand in it: JSON has no bare line breaks', () => {
    const nickname = 'a\nb\r\nc\u2028'
    const text = streamEventText('1', JSON.stringify({ nickname }))
    const data = text.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data: '))
    expect(data.map((line) => JSON.parse(line.slice('data: '.length)))).toEqual([{ nickname }])
  })

  test('of simulated prices is preceded by a comment, which programs skip', () => {
    // An empty line would end an event: clients that dispatch empty ones would see a message without data.
    expect(simulatedComment).toMatch(/^: .*\n$/)
  })

  test('comes again sooner than connections are given up, and they are given up before they end', () => {
    expect(streamTimes.retryMs).toBeLessThan(streamTimes.heartbeatMs)
    expect(streamTimes.heartbeatMs).toBeLessThan(streamTimes.lifetimeMs)
  })
})

describe('a delivery', () => {
  const { data, ...envelope } = webhookEventExample
  const { amount, route, ...crossing } = data
  const best = { price: 41.3, exchange: 'okx' }

  test('carries what its kind promises', () =>
    checkEach(
      [
        ['spread', { ...crossing, amount, route }],
        ['best_buy', { ...crossing, best }],
        ['best_sell', { ...crossing, best, previous_value: null }],
        ['best_sell', { ...crossing, best, payment_method: 'Monobank' }],
        ['spread', { ...crossing, amount, route, simulated: true }],
        ['best_buy', { ...crossing, best, replay: true }],
        ['ping', { webhook_id: 'wh_1' }],
      ] as const,
      ([event, data]) => {
        expect(webhookEvent.safeParse({ ...envelope, event, data }).error).toBeUndefined()
      },
    ))

  test('with data of another kind is none', () =>
    checkEach(
      [
        ['spread', { ...crossing, best }],
        ['spread', { ...crossing, route }],
        ['best_buy', { ...crossing, amount, route }],
        ['best_sell', { ...crossing, best, direction: 'sideways' }],
        ['best_sell', { ...crossing, best: { ...best, price: 0 } }],
        ['best_sell', { ...crossing, best, payment_method: null }],
        ['best_buy', { ...crossing, best, simulated: false }],
        ['ping', {}],
        ['crash', { webhook_id: 'wh_1' }],
      ] as const,
      ([event, data]) => {
        expect(webhookEvent.safeParse({ ...envelope, event, data }).success).toBe(false)
      },
    ))
})
