import type { Fiat } from '@p2p-rates/core'
import { type FollowedPrice, followPrices, type TrackOutcome } from '@p2p-rates/core/internal'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { TrackCount, TrackRecordStore } from '../history-stores.js'

export type TrackRecorder = ReturnType<typeof createTrackRecorder>

/** Counts of a currency on a day: those on record when this server began with it, and those added since. */
type OpenDay = {
  readonly fiat: Fiat
  readonly day: string
  stored: readonly TrackCount[] | null
  readonly added: Map<string, TrackCount>
  isSaved: boolean
}

/**
 * Compares published markets with the best prices published before, and stores the counts. Days are written whole, so
 * that a repeated write counts nothing twice. Prices whose later looks are missing at a restart stay without an answer.
 */
export function createTrackRecorder(store: Pick<TrackRecordStore, 'readTrackDays' | 'saveTrackDays'>) {
  const followed = new Map<Fiat, readonly FollowedPrice[]>()
  const days = new Map<string, OpenDay>()

  const dayOf = (fiat: Fiat, atMs: number): OpenDay => {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const open = days.get(`${fiat} ${day}`) ?? { fiat, day, stored: null, added: new Map(), isSaved: true }
    days.set(`${fiat} ${day}`, open)
    return open
  }

  return {
    recordSnapshot: ({ fiat, market, rates, judgedAtMs }: MarketSnapshot): void => {
      const { prices, outcomes } = followPrices(followed.get(fiat) ?? [], { market, rates, judgedAtMs })
      followed.set(fiat, prices)
      for (const outcome of outcomes) {
        const open = dayOf(fiat, outcome.publishedAtMs)
        addCount(open.added, countOf(outcome))
        open.isSaved = false
      }
    },
    save: async (): Promise<void> => {
      for (const [key, open] of days) {
        if (open.isSaved) {
          if (isOver(open, days)) days.delete(key)
          continue
        }
        open.stored ??= (await store.readTrackDays(open.fiat, open.day, open.day))[0]?.counts ?? []
        open.isSaved = true
        try {
          await store.saveTrackDays([{ fiat: open.fiat, day: open.day, counts: totalsOf(open.stored, open.added) }])
        } catch (error) {
          open.isSaved = false
          throw error
        }
      }
    },
    /** Forgets everything, because the data on disk were replaced. */
    reset: (): void => {
      followed.clear()
      days.clear()
    },
  }
}

/** Prices of yesterday may still be answered, those of the day before not. */
const isOver = ({ fiat, day }: OpenDay, days: ReadonlyMap<string, OpenDay>): boolean =>
  [...days.values()].filter((other) => other.fiat === fiat && other.day > day).length > 1

const countOf = ({ series, confidence, measure, holds }: TrackOutcome): TrackCount => ({
  ...{ series, confidence, measure, cases: 1, held: Number(holds) },
})

function addCount(counts: Map<string, TrackCount>, count: TrackCount): void {
  const key = `${count.series} ${count.confidence} ${count.measure}`
  const before = counts.get(key)
  counts.set(key, {
    ...count,
    cases: count.cases + (before?.cases ?? 0),
    held: count.held + (before?.held ?? 0),
  })
}

function totalsOf(stored: readonly TrackCount[], added: ReadonlyMap<string, TrackCount>): readonly TrackCount[] {
  const totals = new Map<string, TrackCount>()
  for (const count of [...stored, ...added.values()]) addCount(totals, count)
  return [...totals.values()]
}
