import type { HistoryPoint } from '@p2p-rates/contract'
import { type CrossingMemory, crossingStep, type Trigger } from '@p2p-rates/contract/crossing'

/** One value of the past; `null` where there was none that could be relied on. */
export type PastValue = { readonly atMs: number; readonly value: number | null }

export const pastValues = (points: readonly HistoryPoint[], side: 'buy' | 'sell'): readonly PastValue[] =>
  points.map((point) => ({ atMs: Date.parse(point.t), value: point[side] }))

/** When a webhook would have fired that had been there all the time, by the rule that the server follows. */
export function backtestFirings(past: readonly PastValue[], trigger: Trigger): readonly number[] {
  let memory: CrossingMemory = { state: 'unknown', firedAtMs: null }
  const fired: number[] = []
  for (const { atMs, value } of past) {
    const { fires, ...next } = crossingStep(memory, value, trigger, atMs)
    if (fires) fired.push(atMs)
    memory = next
  }
  return fired
}

/** More is noise. */
export const maxUsefulFirings = 12

/** Number of firings a day that a user may still find useful. */
const wantedFirings = 4

/** A threshold farther away that would have fired a few times only; `null` where there is none. */
export function calmerThreshold(past: readonly PastValue[], trigger: Trigger): number | null {
  const values = past.flatMap(({ value }) => value ?? [])
  const span = Math.max(...values) - Math.min(...values)
  if (!(span > 0)) return null
  const step = roundStep(span / 20)
  const away = trigger.direction === 'down' ? -1 : 1
  const first = Math.round(trigger.threshold / step)
  for (let steps = 1; steps <= 40; steps += 1) {
    const threshold = Number(((first + away * steps) * step).toFixed(8))
    if (threshold <= 0) return null
    const count = backtestFirings(past, { ...trigger, threshold }).length
    if (count === 0) return null
    if (count <= wantedFirings) return threshold
  }
  return null
}

/** 1, 2 or 5 with zeros: thresholds that people would choose. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  return Number((digit * power).toPrecision(1))
}

export const isBeyond = (value: number, { direction, threshold }: Trigger): boolean =>
  direction === 'down' ? value <= threshold : value >= threshold

/** Value to which the price must return before the webhook can fire again. */
export const rearmThreshold = ({ direction, threshold, hysteresis }: Trigger): number =>
  Number((direction === 'down' ? threshold + hysteresis : threshold - hysteresis).toFixed(8))
