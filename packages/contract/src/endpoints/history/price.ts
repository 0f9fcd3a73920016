import { asset, type Point } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat, instant, series, wireSeries } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import { ownWords } from '../../endpoint/type-names.js'
import { isoTime, wireAsset, wireCount, wireFiat, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { NoPriceReason, PriceAt } from '../../generated/types.js'
import { toRecordedResponse } from './history.js'

/**
 * Reasons for a missing price. `gap`: the slot holds no reliable price, or none yet while it is running. `future`: the
 * slot has not begun. `before_coverage`: the record begins later, or older data has expired. `beyond_plan`: the slot is
 * older than your plan allows.
 */
export const noPriceReasons = ['gap', 'future', 'before_coverage', 'beyond_plan'] as const

const answer: z.ZodType<PriceAt> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    exchange: wireSeries.meta({ description: 'An exchange, `best` or `index`.' }),
    at: wireTime.meta({ description: 'Requested instant, UTC.' }),
    slot: wireTime.meta({ description: 'Start of the 5-minute slot that holds it, UTC.' }),
    buy: wirePrice.nullable().meta({ description: 'You bought USDT at this price; null without a reliable one.' }),
    sell: wirePrice.nullable().meta({ description: 'You sold USDT at this price; null without a reliable one.' }),
    age_seconds: wireCount
      .nullable()
      .meta({ description: 'Seconds from the start of the slot to the instant; null without a price.' }),
    sources: wireCount.meta({ description: 'Number of exchanges behind the price.' }),
    reason: ownWords('NoPriceReason', noPriceReasons).nullable().meta({
      description:
        'Reason for a missing price. gap: no reliable price was recorded in this slot, or none yet. future: the slot has not begun. before_coverage: recording began later. beyond_plan: older than your plan allows.',
    }),
  })
  .meta({
    id: 'PriceAt',
    description: 'Price recorded in the 5-minute slot of an instant, never one from another slot.',
  })

type PriceInput = Pick<PriceAt, 'fiat' | 'exchange' | 'at'> & { readonly slotStartMs: number } & (
    | { readonly point: Pick<Point, 'buy' | 'sell'>; readonly sources: number }
    | { readonly point: null; readonly reason: NoPriceReason }
  )

export function toPriceResponse(facts: PriceInput): PriceAt {
  const { fiat, exchange, at, slotStartMs } = facts
  const asked = { asset, fiat, exchange, at, slot: isoTime(slotStartMs) } as const
  if (facts.point === null)
    return { ...asked, buy: null, sell: null, age_seconds: null, sources: 0, reason: facts.reason }
  return {
    ...asked,
    buy: toRecordedResponse(exchange, facts.point.buy),
    sell: toRecordedResponse(exchange, facts.point.sell),
    age_seconds: Math.floor((Date.parse(at) - slotStartMs) / 1000),
    sources: facts.sources,
    reason: null,
  }
}

/**
 * @example
 * const { buy, slot, reason } = await p2p.price({ fiat: 'UAH', at: '2026-03-14T14:05+02:00' })
 * console.log(buy === null ? `no price: ${reason}` : `${buy} UAH in the five minutes from ${slot}`)
 */
export const price = defineEndpoint({
  name: 'price',
  method: 'GET',
  path: '/price',
  ...forKeys('Starter', 'reader'),
  summary: 'The price at an instant',
  description:
    'Price of one USDT at a past instant, for accounting: the best reliable prices, those of one exchange, or the reference index. Returns the price recorded in the 5-minute slot of the instant. A slot without a record has no price but a reason; other slots are never used.',
  query: {
    fiat,
    at: instant(
      'The instant: ISO 8601 with a time zone, to the minute or finer, or Unix seconds. Write `+` as `%2B` in an address; a space is accepted, too.',
    ),
    exchange: series,
  },
  answer,
  table: tableOf(columnsOf(answer, { without: ['asset'] }), (price: PriceAt) => [price]),
  example: {
    asset,
    fiat: 'UAH',
    exchange: 'best',
    at: '2026-11-21T10:07:30.000Z',
    slot: '2026-11-21T10:05:00.000Z',
    buy: 41.32,
    sell: 41.05,
    age_seconds: 150,
    sources: 5,
    reason: null,
  },
  ...recordedPrices,
})
