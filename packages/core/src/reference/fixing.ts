import { type Point, slotMs } from '../history/point.js'
import { roundPrice } from '../rates/rounding.js'
import { median } from '../stats/median.js'
import { type Confidence, confidenceLevels } from '../trust/judgement.js'
import { type RecordedIndex, readIndexPoint } from './index-point.js'

export type FixingFigure = Pick<RecordedIndex, 'value' | 'sources' | 'confidence'> & {
  readonly slots: number
}

/** From when to when the slots of a fixing start, counted from midnight UTC: around noon. */
export const fixingWindow = { fromMs: 11.5 * 3_600_000, toMs: 12.5 * 3_600_000 } as const

const fewestSlots = Math.floor((fixingWindow.toMs - fixingWindow.fromMs) / slotMs / 2) + 1

/** The median of the index over its window, from the points of that window; `null` with too few of them. */
export function fixingOf(points: readonly Omit<Point, 't'>[]): FixingFigure | null {
  const recorded = points.flatMap((point) => readIndexPoint(point) ?? [])
  const value = median(recorded.map((index) => index.value))
  if (value === null || recorded.length < fewestSlots) return null
  return {
    value: roundPrice(value),
    sources: lowerMiddle(recorded.map(({ sources }) => sources)),
    confidence: levelOf(recorded),
    slots: recorded.length,
  }
}

const levelOf = (recorded: readonly RecordedIndex[]): Confidence =>
  confidenceLevels[lowerMiddle(recorded.map(({ confidence }) => confidenceLevels.indexOf(confidence)))] ?? 'low'

const lowerMiddle = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0
