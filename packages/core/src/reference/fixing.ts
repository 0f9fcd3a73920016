import { type Point, slotMs } from '../history/point.js'
import { roundPrice } from '../rates/rounding.js'
import { median } from '../stats/median.js'
import { type Confidence, confidenceLevels } from '../trust/judgement.js'
import { type RecordedIndex, readIndexPoint } from './index-point.js'

export type FixingFigure = Pick<RecordedIndex, 'sources' | 'confidence'> & { readonly slots: number }

/** From when to when the slots of a fixing start, counted from midnight UTC: around noon. */
export const fixingWindow = { fromMs: 11.5 * 3_600_000, toMs: 12.5 * 3_600_000 } as const

export const isInFixingWindow = (ms: number): boolean =>
  ms % 86_400_000 >= fixingWindow.fromMs && ms % 86_400_000 < fixingWindow.toMs

const fewestSlots = Math.floor((fixingWindow.toMs - fixingWindow.fromMs) / slotMs / 2) + 1

/** The median of the index over its window, from the points of that window; `null` with too few of them. */
export function fixingOf(points: readonly Omit<Point, 't'>[]): (FixingFigure & { readonly value: number }) | null {
  const recorded = points.flatMap((point) => readIndexPoint(point) ?? [])
  const value = median(recorded.map((index) => index.value))
  const figure = fixingFigure(recorded)
  return value === null || figure === null ? null : { ...figure, value: roundPrice(value) }
}

/** Medians of the slots' confidence and number of exchanges; `null` with too few slots. */
export const fixingFigure = (slots: readonly Pick<RecordedIndex, 'sources' | 'confidence'>[]): FixingFigure | null =>
  slots.length < fewestSlots
    ? null
    : {
        sources: lowerMiddle(slots.map(({ sources }) => sources)),
        confidence: levelOf(slots.map(({ confidence }) => confidence)),
        slots: slots.length,
      }

const levelOf = (levels: readonly Confidence[]): Confidence =>
  confidenceLevels[lowerMiddle(levels.map((level) => confidenceLevels.indexOf(level)))] ?? 'low'

const lowerMiddle = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0
