import type { Formula } from '@p2p-rates/core'
import { asset, type FormulaPoint as CorePoint } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { format } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import { isoTime, wireAsset, wireCount, wireFiat, wirePrice, wireSide, wireTime } from '../../endpoint/wire-schemas.js'
import type { FormulaPreview } from '../../generated/types.js'
import { formulaQuery } from './formula-inputs.js'

const formulaPoint = z
  .object({
    t: wireTime.meta({ description: 'Start of the slot, UTC.' }),
    base: wirePrice,
    value: wirePrice.nullable().meta({ description: 'Null if the offsets left no price above zero.' }),
  })
  .meta({ id: 'FormulaPoint' })

const answer: z.ZodType<FormulaPreview> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    from_at: wireTime,
    to_at: wireTime,
    slot_minutes: wireCount.meta({
      description:
        'Length of a slot in minutes. 5 if recorded best prices are enough. 60 for `nth`, `size` and payment methods, which need the market stored each hour.',
    }),
    slots: wireCount.meta({ description: 'Number of slots in these days.' }),
    recorded_slots: wireCount.meta({ description: 'Number of recorded slots.' }),
    lowest: wirePrice.nullable(),
    highest: wirePrice.nullable(),
    at_floor: wireCount.meta({ description: 'Recorded slots in which the floor applied.' }),
    at_ceiling: wireCount.meta({ description: 'Recorded slots in which the ceiling applied.' }),
    without_price: wireCount.meta({
      description: 'Recorded slots without a price: too few ads, an amount that did not fit, or no price above zero.',
    }),
    points: z.array(formulaPoint).meta({
      description:
        'Oldest first: the highs and lows of each half hour, and the newest slot. Slots without a base price are absent.',
    }),
  })
  .meta({ id: 'FormulaPreview', description: 'Prices that a formula would have given in the last 7 days.' })

export type PreviewInput = {
  readonly fiat: string
  readonly formula: Formula
  readonly fromMs: number
  readonly toMs: number
  readonly slots: number
  readonly slotMinutes: number
  readonly recorded: number
  readonly points: readonly CorePoint[]
}

export function toFormulaPreviewResponse({
  fiat,
  formula,
  fromMs,
  toMs,
  slots,
  ...facts
}: PreviewInput): FormulaPreview {
  const { points, slotMinutes, recorded } = facts
  const { floor, ceiling } = formula.arithmetic
  const prices = points.flatMap(({ price }) => price ?? [])
  const count = (bound: number | null): number => prices.filter((price) => price === bound).length
  return {
    asset,
    fiat,
    side: formula.side,
    from_at: isoTime(fromMs),
    to_at: isoTime(toMs),
    slot_minutes: slotMinutes,
    slots,
    recorded_slots: recorded,
    lowest: prices.length === 0 ? null : Math.min(...prices),
    highest: prices.length === 0 ? null : Math.max(...prices),
    at_floor: count(floor),
    at_ceiling: count(ceiling),
    without_price: recorded - prices.length,
    points: highsAndLows(points).map(({ t, base, price }) => ({ t: isoTime(t), base, value: price })),
  }
}

const halfHourMs = 1_800_000

/** Keep the lowest and highest base of each half hour and the newest point, so that a week stays small. */
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

export const formulaPreviewTable = tableOf(columnsOf(formulaPoint), ({ points }: FormulaPreview) => points)

/**
 * @example
 * const { lowest, highest, recorded_slots } = await p2p.formulaPreview({ base: 'median', offset_pct: 1.5, floor: 41
 * })
 */
export const formulaPreview = defineEndpoint({
  name: 'formula-preview',
  method: 'GET',
  path: '/formula/preview',
  ...forKeys('Pro', 'session'),
  summary: 'Prices that a formula would have given in the last 7 days',
  description:
    'Applies a formula to recorded prices before it is saved. The step is 5 minutes if the best price of each exchange is enough. It is 1 hour for `nth`, `size` and payment methods. They use one stored market per hour, with its scores of that time; `recorded_slots` counts these.',
  query: { ...formulaQuery, format },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    from_at: '2026-11-14T10:05:00.000Z',
    to_at: '2026-11-21T10:05:00.000Z',
    slot_minutes: 5,
    slots: 2017,
    recorded_slots: 2009,
    lowest: 41.5,
    highest: 42.3,
    at_floor: 12,
    at_ceiling: 0,
    without_price: 0,
    points: [{ t: '2026-11-14T10:05:00.000Z', base: 41.32, value: 41.9 }],
  },
  table: formulaPreviewTable,
  ...recordedPrices,
})
