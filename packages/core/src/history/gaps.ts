import { hasPoint, type Range, type Series } from './series.js'

/** Slots one after the other, counted from the epoch, of which a series holds no point: `from` included, `to` not. */
export function gaps(series: Series, slots: Range): readonly Range[] {
  const runs: Range[] = []
  let start: number | null = null
  for (let slot = slots.from; slot <= slots.to; slot++) {
    const index = slot - series.firstSlot
    const isHeld = index >= 0 && index < series.length && hasPoint(series, index)
    const isMissing = slot < slots.to && !isHeld
    if (isMissing && start === null) start = slot
    if (isMissing || start === null) continue
    runs.push({ from: start, to: slot })
    start = null
  }
  return runs
}
