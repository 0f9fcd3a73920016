import {
  answerSources,
  bestOfAll,
  indexOfAll,
  quality,
  type SeriesName,
  type ServerStatusInput,
  sourceHistory,
  sources,
  toQualityResponse,
  toSourceHistoryResponse,
} from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { gaps, type Range, slotOf, slotStartMs } from '@p2p-rates/core/internal'
import { type Actor, billedAccountOf } from '../../accounts/actor.js'
import type { Clock } from '../../base/time/clock.js'
import { version } from '../../base/version.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { maxIncidents, type UptimeQuality, type UptimeReader } from '../../history/source-status/uptime-reader.js'
import type { MarketService } from '../../market/market-service.js'
import { handle, periodVersion } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import type { HistoryQueryRunner } from './history-queries.js'

export const sourcesEndpoint = (currentMarket: CurrentMarket, latest: MarketService) =>
  handle(
    sources,
    ({ query }) => {
      if (query.fiat !== undefined && !currentMarket.isCollected(query.fiat))
        throw currentMarket.unavailable(query.fiat)
      return { answer: answerSources(query, { sources: latest.sources(), nowMs: currentMarket.wallMs() }) }
    },
    // Ages have a resolution of 1 second, so answers within a second are equal.
    () => ({ version: String(Math.floor(currentMarket.wallMs() / 1000)), refreshAtMonoMs: 0 }),
  )

export type ServiceView = {
  readonly fiats: readonly Fiat[]
  describe(): Promise<Omit<ServerStatusInput, 'version'>>
}

type StatusDeps = {
  readonly uptime: UptimeReader
  readonly latest: Pick<MarketService, 'snapshot'>
  readonly service: ServiceView
  readonly clock: Clock
}

export const sourceHistoryEndpoint = ({ uptime, latest, service, clock }: StatusDeps) =>
  handle(
    sourceHistory,
    async ({ query: { window, fiat } }) => {
      const asked = fiat ?? null
      const report = await uptime.report(window, asked)
      return {
        answer: toSourceHistoryResponse({
          span: window,
          fiat: asked,
          ...report,
          currencies: service.fiats.map((of) => currencyNow(latest, of)),
          server: { version, ...(await service.describe()) },
        }),
      }
    },
    () => periodVersion(clock, minuteMs, String(uptime.version)),
  )

function currencyNow(latest: Pick<MarketService, 'snapshot'>, fiat: Fiat) {
  const rates = latest.snapshot(fiat)?.rates
  return { fiat, buy: (rates?.bestBuy ?? null) !== null, sell: (rates?.bestSell ?? null) !== null }
}

const slotsPerDay = 288
const minuteMs = 60_000

type QualityDeps = {
  readonly historyCache: HistoryCache
  readonly historyQueries: HistoryQueryRunner
  readonly uptime: UptimeReader
  readonly service: ServiceView
  readonly clock: Clock
}

export function qualityEndpoint({ historyCache, historyQueries, uptime, service, clock }: QualityDeps) {
  const missingIn = async (
    key: { fiat: Fiat; exchange: SeriesName },
    slots: Range,
    actor: Actor,
  ): Promise<readonly Range[]> => {
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
    return JSON.parse(bytes.toString())
  }

  return handle(
    quality,
    async ({ query: { fiat, exchange, days }, actor }) => {
      const nowSlot = slotOf(clock.wallMs())
      const span = { from: (Math.floor(nowSlot / slotsPerDay) - days + 1) * slotsPerDay, to: nowSlot }
      // Include the current minute, also as the first minute of a day.
      const toMs = (Math.floor(clock.wallMs() / minuteMs) + 1) * minuteMs
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
    () => periodVersion(clock, minuteMs, String(uptime.version)),
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
