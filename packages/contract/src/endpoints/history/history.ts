import { asset, type Point, roundIndex } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat, format, hours, indexOfAll, series, wholeNumber, wireSeries } from '../../endpoint/common-inputs.js'
import { columnsOf, csvOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { isoTime, wireAsset, wireCount, wireFiat, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { SeriesName } from '../../endpoint/wire-types.js'
import type { History } from '../../generated/types.js'

const historyPoint = z
  .object({
    t: wireTime.meta({ description: 'Start of the 5-minute slot, UTC.' }),
    buy: wirePrice.nullable().meta({ description: 'You buy USDT at this price; null without a reliable one.' }),
    sell: wirePrice.nullable().meta({ description: 'You sell USDT at this price; null without a reliable one.' }),
  })
  .meta({ id: 'HistoryPoint' })

const answer: z.ZodType<History> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    exchange: wireSeries.meta({ description: 'An exchange, `best` or `index`.' }),
    hours: wireCount.meta({ description: 'Depth used, in hours.' }),
    points: z.array(historyPoint),
  })
  .meta({
    id: 'History',
    description: 'Oldest first. A slot without data is absent; thinning keeps the highs and lows.',
  })

type HistoryInput = Pick<History, 'fiat' | 'exchange' | 'hours'> & {
  readonly points: readonly Pick<Point, 't' | 'buy' | 'sell'>[]
}

export const toHistoryResponse = ({ fiat, exchange, hours, points }: HistoryInput): History => ({
  asset,
  fiat,
  exchange,
  hours,
  points: points.map(({ t, buy, sell }) => ({
    t: isoTime(t),
    buy: toRecordedResponse(exchange, buy),
    sell: toRecordedResponse(exchange, sell),
  })),
})

/** A price on record. Prices of ads keep the digits that their exchange gave them. */
export const toRecordedResponse = <Price extends number | null>(series: SeriesName, price: Price): Price | number =>
  series === indexOfAll && price !== null ? roundIndex(price) : price

const historyTable = tableOf(columnsOf(historyPoint), ({ points }: History) => points)
export const historyCsv = (history: History): string => csvOf(historyTable, history)

const example: History = {
  asset,
  fiat: 'UAH',
  exchange: 'best',
  hours: 24,
  points: [
    { t: '2026-11-21T10:00:00.000Z', buy: 41.31, sell: 41.04 },
    { t: '2026-11-21T10:05:00.000Z', buy: 41.32, sell: null },
  ],
}

const largestAnswer = 1000

const maxPoints: Input<number> = {
  ...wholeNumber(300, `Points in the answer. More than ${largestAnswer} is lowered to ${largestAnswer}.`),
  cap: () => largestAnswer,
}

/**
 * @example
 * const { points } = await p2p.history({ exchange: 'best', hours: 72 })
 */
export const history = defineEndpoint({
  name: 'history',
  method: 'GET',
  path: '/history',
  ...forKeys('Pro', 'reader'),
  summary: 'Price history',
  description:
    'Returns recorded prices every 5 minutes: the best reliable prices of one exchange or across all exchanges, or the reference index.',
  query: { fiat, exchange: series, hours, max_points: maxPoints, format },
  answer,
  example,
  table: historyTable,
  hasCsvMethod: true,
  ...recordedPrices,
})
