import {
  asset,
  type FormulaPoint as CorePoint,
  type Fiat,
  type Formula,
  type NotRecorded,
  notRecorded,
  type Side,
} from '@p2p-rates/core'
import { z } from 'zod'
import { tableOf } from './csv.js'
import { defineEndpoint } from './define-endpoint.js'
import { type FormulaQuery, formulaQuery } from './formula-inputs.js'
import type { InputsOf } from './input.js'
import { isoTime, type Open, wireAsset, wireCount, wireFiat, wirePrice, wireSide, wireTime } from './wire.js'

/** What a formula would have made of the last seven days. */
export type FormulaPreview = {
  readonly asset: typeof asset
  readonly fiat: Open<Fiat>
  readonly side: Side
  readonly from: string
  readonly to: string
  /** What of the formula the record cannot tell; then there are no points. */
  readonly not_recorded: readonly Open<NotRecorded>[]
  /** Slots of five minutes from `from` to `to`, and those of them on record. */
  readonly slots: number
  readonly recorded_slots: number
  readonly lowest: number | null
  readonly highest: number | null
  /** In how many recorded slots the floor or the ceiling was the price, or there was none above zero. */
  readonly at_floor: number
  readonly at_ceiling: number
  readonly without_price: number
  /** The oldest first, thinned so that highs and lows stay. */
  readonly points: readonly FormulaPoint[]
}

export type FormulaPoint = {
  /** Start of the 5-minute slot, ISO 8601 UTC. */
  readonly t: string
  readonly base: number
  /** `null`: the offsets left no price above zero. */
  readonly value: number | null
}

const answer: z.ZodType<FormulaPreview> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    from: wireTime,
    to: wireTime,
    not_recorded: z.array(z.enum(notRecorded)).meta({
      description:
        'What of the formula the record cannot tell: single ads, amounts and ways to pay are not recorded. Where it names one, there are no points.',
    }),
    slots: wireCount.meta({ description: 'Slots of five minutes in these days.' }),
    recorded_slots: wireCount.meta({ description: 'Those of them that are on record.' }),
    lowest: wirePrice.nullable(),
    highest: wirePrice.nullable(),
    at_floor: wireCount.meta({ description: 'Recorded slots in which the floor was the price.' }),
    at_ceiling: wireCount.meta({ description: 'Recorded slots in which the ceiling was the price.' }),
    without_price: wireCount.meta({ description: 'Recorded slots in which the offsets left no price above zero.' }),
    points: z
      .array(
        z
          .object({
            t: wireTime.meta({ description: 'Start of the 5-minute slot, UTC.' }),
            base: wirePrice,
            value: wirePrice.nullable(),
          })
          .meta({ id: 'FormulaPoint' }),
      )
      .meta({
        description:
          'The oldest first; the highs and lows of each half hour, and the newest. A slot without a record is absent.',
      }),
  })
  .meta({ id: 'FormulaPreview', description: 'What a formula would have made of the last seven days.' })

export type PreviewFacts = {
  readonly fiat: string
  readonly formula: Formula
  readonly fromMs: number
  readonly toMs: number
  readonly slots: number
  readonly notRecorded: readonly NotRecorded[]
  readonly points: readonly CorePoint[]
}

export function presentFormulaPreview({ fiat, formula, fromMs, toMs, slots, ...facts }: PreviewFacts): FormulaPreview {
  const { points, notRecorded } = facts
  const { floor, ceiling } = formula.arithmetic
  const prices = points.flatMap(({ price }) => price ?? [])
  const count = (bound: number | null): number => prices.filter((price) => price === bound).length
  return {
    asset,
    fiat,
    side: formula.side,
    from: isoTime(fromMs),
    to: isoTime(toMs),
    not_recorded: notRecorded,
    slots,
    recorded_slots: points.length,
    lowest: prices.length === 0 ? null : Math.min(...prices),
    highest: prices.length === 0 ? null : Math.max(...prices),
    at_floor: count(floor),
    at_ceiling: count(ceiling),
    without_price: points.length - prices.length,
    points: highsAndLows(points).map(({ t, base, price }) => ({ t: isoTime(t), base, value: price })),
  }
}

const halfHourMs = 1_800_000

/** Of each half hour the lowest and the highest base, and the newest of all, so that a week stays a small answer. */
function highsAndLows(points: readonly CorePoint[]): readonly CorePoint[] {
  const extremes = new Map<number, { low: CorePoint; high: CorePoint }>()
  for (const point of points) {
    const half = Math.floor(point.t / halfHourMs)
    const { low, high } = extremes.get(half) ?? { low: point, high: point }
    extremes.set(half, { low: point.base < low.base ? point : low, high: point.base > high.base ? point : high })
  }
  const kept = new Set([...extremes.values()].flatMap(({ low, high }) => [low, high]))
  return points.filter((point, at) => kept.has(point) || at === points.length - 1)
}

export const formulaPreview = defineEndpoint({
  name: 'formula-preview',
  method: 'GET',
  path: '/formula/preview',
  access: { kind: 'key', plan: 'Pro' },
  summary: 'What a formula would have made of the last seven days',
  description:
    'Follows the formula through the recorded prices, five minutes by five minutes, before it is saved. The record keeps the best price of each exchange: `nth`, `size` and ways to pay are in no record, and `not_recorded` says so in place of points.',
  query: formulaQuery satisfies InputsOf<FormulaQuery>,
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    from: '2026-11-14T10:05:00.000Z',
    to: '2026-11-21T10:05:00.000Z',
    not_recorded: [],
    slots: 2017,
    recorded_slots: 2009,
    lowest: 41.5,
    highest: 42.3,
    at_floor: 12,
    at_ceiling: 0,
    without_price: 0,
    points: [{ t: '2026-11-14T10:05:00.000Z', base: 41.32, value: 41.9 }],
  },
  table: tableOf(['t', 'base', 'value'], ({ points }: FormulaPreview) => points),
  errors: ['storage_unavailable'],
  carriesPrices: true,
  cacheable: true,
})
