import {
  bestOfAll,
  candles,
  type ErrorResponse,
  history,
  indexOfAll,
  type NoPriceReason,
  pastHoursOf,
  price,
  type SeriesName,
  seasonality,
  sparklinePoints,
  sparklines,
  stats,
  toPriceResponse,
  toSparklinesResponse,
  toStatsResponse,
} from '@p2p-rates/contract'
import { type ExchangeId, type Fiat, marketIndex, marketStats } from '@p2p-rates/core'
import {
  barIntervalMs,
  downsample,
  type Point,
  pointAt,
  pointsAt,
  rangeOf,
  readIndexPoint,
  readPoints,
  roundIndex,
  type Series,
  slotMs,
  slotOf,
  slotStartMs,
  updatedAtMs,
} from '@p2p-rates/core/internal'
import { allowanceOf, billedAccountOf } from '../../accounts/actor.js'
import { dayMs } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { SeriesKey } from '../../history/history-stores.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { type DataVersion, handle, type Outcome, periodVersion } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { type HistoryQueryRunner, isShort, rangeToRead, runSeriesQuery, type SeriesQuery } from './history-queries.js'

export const historyEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  historyQueries: HistoryQueryRunner,
) =>
  handle(
    history,
    ({ query, actor }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const span = spanOf(currentMarket.wallMs(), hours)
      const question = { form: 'points', fiat, exchange, hours, maxPoints, format, ...span } as const
      return tryRunInline(historyCache, question) ?? historyQueries.executeQuery(billedAccountOf(actor), question)
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )

export const candlesEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  historyQueries: HistoryQueryRunner,
) =>
  handle(
    candles,
    ({ query, actor }) => {
      const { fiat, exchange, interval, hours, include, format } = query
      const { fromMs, toMs } = spanOf(currentMarket.wallMs(), hours)
      // Align the first candle to its interval, so that candles are the same for every caller.
      const startMs = Math.floor(fromMs / barIntervalMs[interval]) * barIntervalMs[interval]
      const asked = { fiat, exchange, interval, hours, include, format }
      const question = { form: 'candles', ...asked, fromMs: startMs, toMs } as const
      return tryRunInline(historyCache, question) ?? historyQueries.executeQuery(billedAccountOf(actor), question)
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )

const hourMs = 3_600_000

/** Callers share one answer per hour. The newest half week has no level yet, so one more hour changes little. */
export const seasonalityEndpoint = (historyQueries: HistoryQueryRunner, clock: Clock) =>
  handle(
    seasonality,
    ({ query: { fiat, tz, side, format }, actor }) => {
      const hours = pastHoursOf(allowanceOf(actor).limits)
      const toMs = Math.floor(clock.wallMs() / hourMs) * hourMs
      const span = { fromMs: toMs - hours * hourMs, toMs }
      return historyQueries.executeQuery(billedAccountOf(actor), {
        form: 'seasonality',
        fiat,
        exchange: bestOfAll,
        tz,
        side,
        format,
        ...span,
      })
    },
    (_, actor) => ({
      ...periodVersion(clock, hourMs),
      variant: String(pastHoursOf(allowanceOf(actor).limits)),
    }),
  )

export const sparklinesEndpoint = (
  exchangeIds: readonly ExchangeId[],
  currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>,
  historyCache: Pick<HistoryCache, 'readSeries'>,
) =>
  handle(
    sparklines,
    async ({ query: { fiat } }) => {
      const { fromMs, toMs } = spanOf(currentMarket.wallMs(), 24)
      const lines = exchangeIds.map(async (exchange) => {
        const series = await historyCache.readSeries({ fiat, exchange }, fromMs, toMs + slotMs)
        return {
          exchange,
          points: pointsAt(series, downsample(series, rangeOf(series, fromMs, toMs), sparklinePoints)),
        }
      })
      return { answer: toSparklinesResponse(fiat, await Promise.all(lines)) }
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )

export const priceEndpoint = (
  exchangeIds: readonly ExchangeId[],
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
) =>
  handle(
    price,
    async ({ query: { fiat, exchange, at }, actor }) => {
      const slot = slotOf(Date.parse(at))
      const key = { fiat, exchange }
      const asked = { ...key, at, slotStartMs: slotStartMs(slot) }
      const outOfRange = outOfRangeReason(slot, slotOf(currentMarket.wallMs()), pastHoursOf(allowanceOf(actor).limits))
      const point = outOfRange === null ? await pointInSlot(historyCache, key, slot) : null
      if (point === null) {
        const reason = outOfRange ?? (await gapReason(historyCache, key, asked.slotStartMs))
        return { answer: toPriceResponse({ ...asked, point, reason }) }
      }
      const sources = await countSources(exchangeIds, historyCache, key, slot, point)
      return { answer: toPriceResponse({ ...asked, point, sources }) }
    },
    // One answer for all whose plans see equally far.
    ({ fiat }, actor) => ({
      ...historyVersion(currentMarket, fiat),
      variant: `${pastHoursOf(allowanceOf(actor).limits)}`,
    }),
  )

const slotsPerHour = hourMs / slotMs

function outOfRangeReason(slot: number, nowSlot: number, hours: number): NoPriceReason | null {
  if (slot > nowSlot) return 'future'
  return slot < nowSlot - hours * slotsPerHour ? 'beyond_plan' : null
}

async function gapReason(historyCache: HistoryCache, key: SeriesKey, slotStart: number): Promise<NoPriceReason> {
  const firstMs = await historyCache.firstMs(key)
  return firstMs === null || slotStart < firstMs ? 'before_coverage' : 'gap'
}

async function countSources(
  exchangeIds: readonly ExchangeId[],
  historyCache: HistoryCache,
  { fiat, exchange }: SeriesKey,
  slot: number,
  point: Point,
): Promise<number> {
  if (exchange === indexOfAll) return readIndexPoint(point)?.sources ?? 0
  if (exchange !== bestOfAll) return 1
  const points = await Promise.all(exchangeIds.map((one) => pointInSlot(historyCache, { fiat, exchange: one }, slot)))
  return points.filter((one) => one !== null).length
}

const monthMs = 30 * dayMs

export const statsEndpoint = (currentMarket: CurrentMarket, historyCache: HistoryCache) =>
  handle(
    stats,
    ({ query: { fiat, exchange, include = [] } }) => {
      const snapshot = currentMarket.snapshot(fiat)
      const bestBuyNow = buyPriceNow(snapshot, exchange)
      if (bestBuyNow === null)
        throw exchange === bestOfAll ? currentMarket.noPrice(fiat) : currentMarket.unavailable(fiat)
      const nowMs = currentMarket.wallMs()
      // The oldest slots of the window in memory: a moment more would send every question to the disk.
      const fromMs = nowMs - monthMs + slotMs
      const found = historyCache.readSeries({ fiat, exchange }, fromMs, nowMs + slotMs)
      const present = (series: Awaited<typeof found>) => {
        const points = readPoints(series, rangeOf(series, fromMs, nowMs))
        const facts = marketStats({ points, bestBuyNow, nowMs })
        if (facts === null) throw currentMarket.refusal(tooFewPoints(fiat), fiat)
        const seenMs = include.includes('updated_at') ? boughtAtMs(snapshot, exchange) : undefined
        return { answer: toStatsResponse(fiat, facts, exchange, seenMs) }
      }
      return found instanceof Promise ? found.then(present) : present(found)
    },
    ({ fiat }) => currentMarket.version(fiat),
  )

const tooFewPoints = (fiat: Fiat): ErrorResponse => ({
  code: 'data_unavailable',
  message: `There are fewer than 2 recorded prices for ${fiat} yet. A server records prices every 5 minutes.`,
})

function buyPriceNow({ rates, market }: MarketSnapshot, exchange: SeriesName): number | null {
  if (exchange === bestOfAll) return rates.bestBuy?.price ?? null
  if (exchange !== indexOfAll) return rates.exchanges.find((one) => one.exchange === exchange)?.buy ?? null
  const index = marketIndex(market)
  return index && roundIndex(index.buy)
}

function boughtAtMs({ market: { boards } }: MarketSnapshot, exchange: SeriesName): number | null {
  const isOfAll = exchange === bestOfAll || exchange === indexOfAll
  return updatedAtMs(boards.filter((board) => board.side === 'BUY' && (isOfAll || board.exchange === exchange)))
}

/** Longest span to read from disk at once: about 1 ms of work. */
const shortMs = 31 * 24 * hourMs

/** An answer about the past; null where it would make others wait. */
function tryRunInline(
  historyCache: HistoryCache,
  question: SeriesQuery,
): Outcome<never> | Promise<Outcome<never>> | null {
  const { fromMs, toMs } = question
  if (!isShort(question) || (toMs - fromMs > shortMs && !historyCache.isCached(question, fromMs))) return null
  const span = rangeToRead(question)
  const series: Series | Promise<Series> = historyCache.readSeries(question, span.fromMs, span.toMs)
  return series instanceof Promise
    ? series.then((read) => runSeriesQuery(read, question))
    : runSeriesQuery(series, question)
}

export async function pointInSlot(
  historyCache: Pick<HistoryCache, 'readSeries'>,
  key: SeriesKey,
  slot: number,
): Promise<Point | null> {
  const fromMs = slotStartMs(slot)
  const series = await historyCache.readSeries(key, fromMs, fromMs + slotMs)
  return pointAt(series, slot - series.firstSlot)
}

/** The slots whose start lies in the last `hours`, the running one included. */
export const spanOf = (nowMs: number, hours: number) => ({
  fromMs: nowMs - hours * hourMs,
  toMs: slotOf(nowMs) * slotMs,
})

/** The span moves on with the clock even while no new data come in. */
export function historyVersion(currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>, fiat: Fiat): DataVersion {
  const { version, refreshAtMonoMs } = currentMarket.version(fiat)
  return { version: `${version}.${slotOf(currentMarket.wallMs())}`, refreshAtMonoMs }
}
