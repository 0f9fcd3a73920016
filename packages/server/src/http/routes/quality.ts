import { bestOfAll, indexOfAll, quality, type SeriesName, toQualityResponse } from '@p2p-rates/contract'
import { type Fiat, gaps, type Range, slotOf, slotStartMs } from '@p2p-rates/core'
import { type Actor, billedAccountOf } from '../../accounts/actor.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { UptimeQuality } from '../../history/source-status/freshness-and-gaps.js'
import { maxIncidents, type UptimeReader } from '../../history/source-status/uptime-reader.js'
import { handle } from '../route-handler.js'
import type { HistoryQueryRunner } from './history-query-runner.js'
import type { ServiceView } from './source-history.js'

const slotsPerDay = 288
const keptMs = 60_000

export type QualityDeps = {
  readonly historyCache: HistoryCache
  readonly historyQueries: HistoryQueryRunner
  readonly uptime: UptimeReader
  readonly service: ServiceView
  readonly clock: Clock
}

export function qualityEndpoint({ historyCache, historyQueries, uptime, service, clock }: QualityDeps) {
  const missingIn = async (key: { fiat: Fiat; exchange: SeriesName }, slots: Range, actor: Actor) => {
    const [fromMs, toMs] = [slotStartMs(slots.from), slotStartMs(slots.to)]
    if (historyCache.isCached(key, fromMs)) return gaps(await historyCache.readSeries(key, fromMs, toMs), slots)
    const { bytes } = await historyQueries.executeQuery(billedAccountOf(actor), {
      form: 'missing',
      ...key,
      slots,
      fromMs,
      toMs,
    })
    // Skip validation, because our own worker wrote this JSON.
    return JSON.parse(bytes.toString()) as readonly Range[]
  }

  return handle(
    quality,
    async ({ query: { fiat, exchange, days }, actor }) => {
      const nowSlot = slotOf(clock.wallMs())
      const span = { from: (Math.floor(nowSlot / slotsPerDay) - days + 1) * slotsPerDay, to: nowSlot }
      // Include the current minute, also as the first minute of a day.
      const toMs = (Math.floor(clock.wallMs() / keptMs) + 1) * keptMs
      const seen = await uptime.quality(fiat, { fromMs: slotStartMs(span.from), toMs })
      const { cycleSeconds, ownCycles } = await service.describe()
      const names = exchange === undefined ? [bestOfAll, indexOfAll, ...seen.exchanges] : [exchange]
      const series = names.map(async (name) => {
        const key = { fiat, exchange: name }
        const firstMs = await historyCache.firstMs(key)
        return {
          exchange: name,
          firstSlot: firstMs === null ? null : slotOf(firstMs),
          missing: firstMs === null ? [] : await missingIn(key, span, actor),
          why: ({ from, to }: Range) => seen.gapReason(exchangeOf(name), slotStartMs(from), slotStartMs(to)),
        }
      })
      return {
        answer: toQualityResponse({
          ...{ fiat, exchange: exchange ?? null, days, span },
          targetSeconds: ownCycles.get(fiat) ?? cycleSeconds,
          series: await Promise.all(series),
          ...ofExchange(seen, exchange),
        }),
      }
    },
    () => ({
      version: `${uptime.version} ${Math.floor(clock.wallMs() / keptMs)}`,
      refreshAtMonoMs: clock.monoMs() + keptMs - (clock.wallMs() % keptMs),
    }),
  )
}

const exchangeOf = (name: SeriesName): string | null => (name === bestOfAll || name === indexOfAll ? null : name)

/** An incident without an exchange affected every exchange. */
const ofExchange = ({ freshness, incidents }: UptimeQuality, exchange: string | undefined) => ({
  freshness: freshness.filter((one) => exchange === undefined || one.exchange === exchange),
  incidents: incidents
    .filter((one) => exchange === undefined || one.exchange === null || one.exchange === exchange)
    .slice(0, maxIncidents),
})
