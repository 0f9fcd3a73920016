import { createSeries, type Series, slotOf } from '@p2p-rates/core'
import type { Breathe } from '../time/long-work.js'
import type { HistoryStore, SeriesKey } from './history-store.js'

/** Half a month is read in about half a millisecond. */
const stepDays = 16
const stepMs = stepDays * 86_400_000
const mostSpare = 4

export type Span = { readonly fromMs: number; readonly toMs: number }

/** Reads what one read of the store would give, half a month at a time. The series is `use`'s until that is done. */
export type ReadInSteps = <Result>(
  key: SeriesKey,
  span: Span,
  breathe: Breathe,
  use: (series: Series) => Promise<Result>,
) => Promise<Result>

export const createReadInSteps = (store: HistoryStore): ReadInSteps => {
  /** Room for a year is a megabyte: made and dropped for each question it would keep the garbage collector busy. */
  const spare: Series[] = []
  const takeRoom = (slots: number): Series => {
    const index = spare.findIndex(({ buy }) => buy.length >= slots)
    const [found] = index < 0 ? [] : spare.splice(index, 1)
    return found ?? createSeries(slots)
  }

  return async (key, { fromMs, toMs }, breathe, use) => {
    const firstSlot = slotOf(fromMs - 1) + 1
    const length = Math.max(0, slotOf(toMs - 1) + 1 - firstSlot)
    const room = takeRoom(length)
    try {
      const whole = Object.assign(room, { firstSlot, length })
      for (let startMs = fromMs; startMs < toMs; startMs = nextStepMs(startMs)) {
        await breathe()
        const part = await store.read(key, startMs, Math.min(toMs, nextStepMs(startMs)))
        // Each part covers its span, holes included: nothing of an earlier question shows through.
        for (const name of ['buy', 'sell', 'buyAds', 'sellAds'] as const)
          whole[name].set(part[name].subarray(0, part.length), part.firstSlot - firstSlot)
      }
      return await use(whole)
    } finally {
      if (spare.length < mostSpare) spare.push(room)
    }
  }
}

/** Whole days, so that none is read twice. */
const nextStepMs = (ms: number): number => Math.floor(ms / stepMs + 1) * stepMs
