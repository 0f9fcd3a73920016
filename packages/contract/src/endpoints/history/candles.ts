import {
  asset,
  type Bar,
  type BarInterval,
  barIntervalMs,
  type PriceBar,
  readIndexPoint,
} from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat, format, hours, includeParam, indexOfAll, series, wireSeries } from '../../endpoint/common-inputs.js'
import { type Cell, csvText, type Table } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { coreWords } from '../../endpoint/type-names.js'
import { isoTime, wireAsset, wireCount, wireFiat, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { SeriesName } from '../../endpoint/wire-types.js'
import type { Candle, Candles, Ohlc, RecordedConfidence } from '../../generated/types.js'
import { recordedConfidenceSchema, toRecordedConfidenceResponse } from '../prices/confidence.js'
import { toRecordedResponse } from './history.js'

const candlesExtras = ['ads', 'confidence'] as const
export type CandlesExtra = (typeof candlesExtras)[number]

const intervals = Object.keys(barIntervalMs) as BarInterval[]

const ohlc = z
  .object({ open: wirePrice, high: wirePrice, low: wirePrice, close: wirePrice })
  .meta({ id: 'Ohlc' })
  .nullable()

const adsBehind = (side: 'buy' | 'sell') =>
  wireCount
    .nullable()
    .exactOptional()
    .meta({
      description: `Ads behind the last ${side} price; null without one, and for the index. Only with \`include=ads\`.`,
    })

const answer: z.ZodType<Candles> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    exchange: wireSeries.meta({ description: 'An exchange, `best` or `index`.' }),
    interval: coreWords('BarInterval', intervals),
    hours: wireCount.meta({ description: 'Depth used, in hours.' }),
    candles: z.array(
      z
        .object({
          t: wireTime.meta({ description: 'Start of the interval, UTC.' }),
          buy: ohlc.meta({ description: 'Buying price per USDT; null without a reliable price.' }),
          sell: ohlc.meta({ description: 'Selling price per USDT; null without a reliable price.' }),
          buy_ads: adsBehind('buy'),
          sell_ads: adsBehind('sell'),
          confidence: recordedConfidenceSchema.nullable().exactOptional().meta({
            description:
              'Confidence in the index at the end of the interval; null for other series, whose confidence is not recorded. Only with `include=confidence`.',
          }),
        })
        .meta({ id: 'Candle' }),
    ),
  })
  .meta({ id: 'Candles', description: 'Oldest first. An interval without data is absent.' })

export type CandlesInput = Pick<Candles, 'fiat' | 'exchange' | 'interval' | 'hours'> & {
  readonly candles: readonly Bar[]
  readonly include?: readonly CandlesExtra[]
}

export const toCandlesResponse = ({
  fiat,
  exchange,
  interval,
  hours,
  candles,
  include = [],
}: CandlesInput): Candles => ({
  asset,
  fiat,
  exchange,
  interval,
  hours,
  candles: candles.map(({ t, buy, sell }) => ({
    t: isoTime(t),
    buy: toOhlcResponse(exchange, buy),
    sell: toOhlcResponse(exchange, sell),
    ...(include.includes('ads')
      ? { buy_ads: toAdsResponse(exchange, buy), sell_ads: toAdsResponse(exchange, sell) }
      : {}),
    ...(include.includes('confidence') ? { confidence: toIndexConfidenceResponse(exchange, buy, sell) } : {}),
  })),
})

/** The index records other facts in place of its ads. */
const toAdsResponse = (series: SeriesName, bar: PriceBar | null): number | null =>
  bar === null || series === indexOfAll ? null : bar.ads

function toIndexConfidenceResponse(
  series: SeriesName,
  buy: PriceBar | null,
  sell: PriceBar | null,
): RecordedConfidence | null {
  if (series !== indexOfAll || buy === null || sell === null) return null
  const last = { buy: buy.close, sell: sell.close, buyAds: buy.ads, sellAds: sell.ads }
  const recorded = readIndexPoint(last)
  return recorded && toRecordedConfidenceResponse(recorded.confidence)
}

function toOhlcResponse(series: SeriesName, bar: PriceBar | null): Ohlc | null {
  if (bar === null) return null
  const price = (one: number) => toRecordedResponse(series, one)
  return { open: price(bar.open), high: price(bar.high), low: price(bar.low), close: price(bar.close) }
}

const prices = ['open', 'high', 'low', 'close'] as const
const columns = ['t', ...prices.map((price) => `buy_${price}`), ...prices.map((price) => `sell_${price}`)]

const candlesTable: Table<Candles> = {
  columns,
  rows: ({ candles }) =>
    candles.map(({ t, buy, sell }) => [
      t,
      ...prices.map((price) => buy?.[price]),
      ...prices.map((price) => sell?.[price]),
    ]),
}

const extraColumns = { ads: ['buy_ads', 'sell_ads'], confidence: ['confidence'] } as const

export function candlesCsv(answer: Candles, include: readonly CandlesExtra[] = []): string {
  const added = include.flatMap((extra) => extraColumns[extra])
  const addedCells = ({ confidence, ...candle }: Partial<Candle> = {}): Cell[] =>
    added.map((column) => (column === 'confidence' ? confidence?.level : candle[column]))
  const rows = candlesTable.rows(answer).map((row, at) => [...row, ...addedCells(answer.candles[at])])
  return csvText([...columns, ...added], rows)
}

const example: Candles = {
  asset,
  fiat: 'UAH',
  exchange: 'best',
  interval: '1h',
  hours: 24,
  candles: [
    {
      t: '2026-11-21T09:00:00.000Z',
      buy: { open: 41.28, high: 41.35, low: 41.26, close: 41.32 },
      sell: { open: 41.02, high: 41.06, low: 41, close: 41.05 },
    },
    { t: '2026-11-21T10:00:00.000Z', buy: { open: 41.32, high: 41.33, low: 41.3, close: 41.31 }, sell: null },
  ],
}

/** Candles cannot be thinned, so the depth is what gives way. */
const maxCandles = 10_000

const interval: Input<BarInterval> = {
  schema: coreWords('BarInterval', intervals).default('1h').meta({ description: 'Length of one candle.' }),
  expects: `one of ${intervals.join(', ')}`,
  words: intervals,
}

const boundedHours: Input<number> = {
  ...hours,
  cap: (limits, before) => {
    const intervalMs = barIntervalMs[(before.get('interval') ?? '1h') as BarInterval]
    return Math.min(limits.historyHours, Math.floor(((maxCandles - 1) * intervalMs) / hourMs))
  },
}

const hourMs = 3_600_000

/**
 * @example
 * const { candles } = await p2p.candles({ interval: '1h', hours: 48, include: 'ads' })
 */
export const candles = defineEndpoint({
  name: 'candles',
  method: 'GET',
  path: '/candles',
  ...forKeys('Pro', 'reader'),
  summary: 'Open, high, low and close of the best prices',
  description: `One candle per interval and side. The first candle is complete, even if it began before the requested time. At most ${maxCandles} candles; a longer depth is lowered.`,
  query: {
    fiat,
    exchange: series,
    interval,
    hours: boundedHours,
    include: includeParam(
      candlesExtras,
      'Additions, separated by commas: `ads`, the number of ads behind the last price of each side; `confidence`, that of the index, recorded for no other series. CSV gets extra columns.',
    ),
    format,
  },
  answer,
  example,
  table: candlesTable,
  hasCsvMethod: true,
  ...recordedPrices,
})
