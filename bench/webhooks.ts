import { judgeMarket, normalRules, rates } from '@p2p-rates/core'
import {
  aWebhook,
  createLastMeasurements,
  createWebhookEvaluator,
  systemClock,
  systemTimers,
  type Webhook,
} from '@p2p-rates/server/testing'
import type { Benchmark } from './benchmark.js'
import { crowdedMarket } from './crowded-market.js'
import { cpuMsOf, inTurns, medianOf } from './median-time.js'

const goalCpuMs = 100
const goalRatio = 4
const webhookCount = 10_000
const rounds = 20

export const webhooksBenchmark: Benchmark = {
  name: 'webhooks',
  goal: `${webhookCount} webhooks held against new data: at most ${goalCpuMs} ms of CPU and ${goalRatio}x writing their records as JSON`,
  run: async ({ print }) => {
    const webhooks = Array.from({ length: webhookCount }, (_, index) => manifold(index))
    print(`  ${new Set(webhooks.map(questionOf)).size} different questions among ${webhookCount} webhooks`)
    const boards = crowdedMarket(20)
    const market = judgeMarket('UAH', boards)
    const snapshot = {
      fiat: 'UAH' as const,
      version: 1,
      judgedAtMs: systemClock.wallMs(),
      staleAtMs: new Map(),
      refreshAtMs: systemClock.wallMs(),
      market,
      memory: {},
      rates: rates(market),
      updatedAtMs: systemClock.wallMs(),
    }
    const { evaluate } = createWebhookEvaluator({
      market: { rules: normalRules, origin: { flags: () => ({ isSimulated: false, isReplay: false }) } },
      pastPrices: async () => ({ buy: null, sell: null }),
      runtime: { clock: systemClock, timers: systemTimers },
      makeId: () => 'dl_one',
      lastValues: createLastMeasurements(
        { lastValues: async () => new Map(), saveLastValues: async () => {} },
        () => {},
      ),
    })

    const elapsed: number[] = []
    const evaluating = async () => {
      const startMs = performance.now()
      const cpuMs = await cpuMsOf(async () => {
        for await (const _ of evaluate(webhooks, snapshot));
      })
      elapsed.push(performance.now() - startMs)
      return cpuMs
    }
    const writing = () => cpuMsOf(async () => JSON.stringify(webhooks))
    const times = await inTurns({ evaluating, writing }, { rounds, warmUps: 5 })
    const figures = {
      cpu_ms: medianOf(times.evaluating),
      json_ratio: medianOf(times.evaluating) / medianOf(times.writing),
      milliseconds: medianOf(elapsed),
    }
    return { met: figures.cpu_ms <= goalCpuMs && figures.json_ratio <= goalRatio, figures }
  },
}

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value
const methods = [null, null, null, null, 'Monobank', 'PrivatBank', 'Wise'] as const
const exchanges = [null, null, null, 'binance', 'bybit', 'okx'] as const
const amounts = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000] as const

const manifold = (index: number): Webhook =>
  aWebhook({
    id: `wh_${index}`,
    event: pick(['spread', 'best_buy', 'best_sell'] as const, index),
    exchange: pick(exchanges, Math.floor(index / 3)),
    paymentMethod: pick(methods, Math.floor(index / 18)),
    amount: pick(amounts, Math.floor(index / 126)),
    threshold: 0.5 + (index % 1_000) / 10,
  })

const questionOf = ({ event, exchange, paymentMethod, amount }: Webhook): string =>
  [event, exchange, paymentMethod, event === 'spread' ? amount : ''].join()
