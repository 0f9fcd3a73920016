import { triggerOf } from '@p2p-rates/contract/crossing'
import { normalRules } from '@p2p-rates/core'
import { aSnapshot, aWebhook, createWebhookEvaluator, type Webhook } from '@p2p-rates/server/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  backtestFirings,
  calmerThreshold,
  maxUsefulFirings,
  type PastValue,
  rearmThreshold,
  roundStep,
} from './backtest-firings.js'

const slotMs = 300_000
const startMs = Date.UTC(2026, 10, 21)

/** Times at which the server's own evaluator fires a webhook that exists from the first value. */
async function firedByServer(webhook: Webhook, past: readonly PastValue[]): Promise<readonly number[]> {
  let nowMs = startMs
  let now = webhook
  const fired: number[] = []
  const evaluator = createWebhookEvaluator({
    market: { rules: normalRules, origin: { flags: () => ({ isSimulated: false, isReplay: false }) } },
    pastPrices: async () => ({ buy: null, sell: null }),
    runtime: {
      clock: { wallMs: () => nowMs, monoMs: () => nowMs },
      timers: { soon: (act: () => void) => act() } as never,
    },
    makeId: () => 'dl_one',
    lastValues: { of: () => null, recordValue: () => {} },
  })
  for (const { atMs, value } of past) {
    nowMs = atMs
    // A market of a single ad has little confidence, so that it has no value.
    const prices = value === null ? { buy: 41, sell: 40.9, ads: 1 } : { buy: value, sell: value }
    const snapshot = aSnapshot({ ...prices, nowMs, exchanges: value === null ? ['okx'] : ['okx', 'binance', 'bybit'] })
    for await (const { webhooks, deliveries } of evaluator.evaluate([now], snapshot)) {
      now = webhooks[0] ?? now
      fired.push(...deliveries.map(() => atMs))
    }
  }
  return fired
}

const price = fc.integer({ min: 4_090, max: 4_110 }).map((cents) => cents / 100)
const series = fc
  .array(fc.option(price, { freq: 8 }), { minLength: 10, maxLength: 40 })
  .map((values): readonly PastValue[] => values.map((value, at) => ({ atMs: startMs + at * slotMs, value })))

test('the preview fires when the server does, whatever the prices', async () => {
  let firedAtAll = 0
  await fc.assert(
    fc.asyncProperty(
      series,
      fc.constantFrom('best_buy' as const, 'best_sell' as const),
      price,
      fc.option(fc.constantFrom(0, 0.02, 0.1)),
      async (past, event, threshold, hysteresis) => {
        const webhook = aWebhook({ event, threshold, hysteresis })
        const expected = await firedByServer(webhook, past)
        firedAtAll += expected.length
        expect(backtestFirings(past, triggerOf({ event, threshold, hysteresis }))).toEqual(expected)
      },
    ),
    { seed: Number(process.env.SEED), numRuns: 30 },
  )
  expect(firedAtAll).toBeGreaterThan(20)
})

const wave = (waves: number, depth: (at: number) => number): readonly PastValue[] =>
  Array.from({ length: 288 }, (_, at) => ({
    atMs: startMs + at * slotMs,
    value: 41.2 - depth(at) * (1 + Math.sin((at / 288) * waves * 2 * Math.PI)),
  }))

test('a threshold that fires all day long has a calmer one farther away', () => {
  const past = wave(20, (at) => (at < 100 ? 0.2 : 0.12))
  const trigger = triggerOf({ event: 'best_buy', threshold: 41.1, hysteresis: null })
  expect(backtestFirings(past, trigger).length).toBeGreaterThan(maxUsefulFirings)
  // Farther away nothing fires more seldom than the deep waves do.
  const calmer = calmerThreshold(
    wave(20, (at) => (at < 40 ? 0.2 : 0.12)),
    trigger,
  )
  expect(calmer).toBeLessThan(41.1)
  const left = backtestFirings(
    wave(20, (at) => (at < 40 ? 0.2 : 0.12)),
    { ...trigger, threshold: calmer ?? 0 },
  )
  expect(left.length).toBeGreaterThan(0)
  expect(left.length).toBeLessThan(5)
})

test('where all waves are alike no threshold is calmer, and none is proposed', () => {
  const trigger = triggerOf({ event: 'best_buy', threshold: 41.1, hysteresis: null })
  expect(
    calmerThreshold(
      wave(20, () => 0.2),
      trigger,
    ),
  ).toBeNull()
  expect(calmerThreshold([], trigger)).toBeNull()
})

test('steps are round, and the way back is written in decimals', () => {
  expect([0.013, 0.02, 0.3, 7].map(roundStep)).toEqual([0.02, 0.02, 0.5, 10])
  expect(rearmThreshold(triggerOf({ event: 'best_buy', threshold: 41, hysteresis: null }))).toBe(41.041)
  expect(rearmThreshold(triggerOf({ event: 'best_sell', threshold: 41, hysteresis: 0.1 }))).toBe(40.9)
})
