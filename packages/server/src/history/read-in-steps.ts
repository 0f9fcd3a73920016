import { createSeries, type Series, slotOf } from '@p2p-rates/core'
import type { Breathe } from '../long-work.js'
import type { HistoryStore, SeriesKey } from './history-store.js'

/** Half a month is read in about half a millisecond. */
const stepDays = 16
const stepMs = stepDays * 86_400_000

/** The same as one read of the store, half a month at a time. */
export const readInSteps = async (
  store: HistoryStore,
  key: SeriesKey,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  breathe: Breathe,
): Promise<Series> => {
  const firstSlot = slotOf(fromMs - 1) + 1
  const length = Math.max(0, slotOf(toMs - 1) + 1 - firstSlot)
  const whole = { ...createSeries(length), firstSlot, length }
  for (let startMs = fromMs; startMs < toMs; startMs = nextStepMs(startMs)) {
    await breathe()
    const part = await store.read(key, startMs, Math.min(toMs, nextStepMs(startMs)))
    for (const name of ['buy', 'sell', 'buyAds', 'sellAds'] as const)
      whole[name].set(part[name].subarray(0, part.length), part.firstSlot - firstSlot)
  }
  return whole
}

/** Whole days, so that none is read twice. */
const nextStepMs = (ms: number): number => Math.floor(ms / stepMs + 1) * stepMs
