import { bestOfAll } from '@p2p-rates/contract'
import type { Confidence, Fiat, FrontRecord } from '@p2p-rates/core'
import { type FollowedPrice, followPrices, slotMs, type TrackOutcome } from '@p2p-rates/core/internal'
import { getOrCreate } from '../../base/get-or-create.js'
import { dayMs, utcDay } from '../../base/time/calendar.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { TrackCount, TrackRecordStore } from '../history-stores.js'

export type TrackRecorder = ReturnType<typeof createTrackRecorder>

/** Counts of a currency on a day: those on record when this server began with it, and those added since. */
type OpenDay = {
  readonly fiat: string
  readonly day: string
  stored: readonly TrackCount[] | null
  readonly added: Map<string, TrackCount>
  isSaved: boolean
}

/** Days that bounds are compared with. Older ones say little about the market of today. */
const recentDays = 7

/**
 * Compares published markets with the best prices published before, and stores the counts. Days are written whole, so
 * that a repeated write counts nothing twice. Prices whose later looks are missing at a restart stay without an answer.
 */
export function createTrackRecorder(store: Pick<TrackRecordStore, 'readTrackDays' | 'saveTrackDays'>) {
  const followed = new Map<Fiat, readonly FollowedPrice[]>()
  const days = new Map<string, OpenDay>()
  /** Before these instants, an earlier process may have counted the same slot. */
  const countsFromMs = new Map<string, number>()

  const dayOf = (fiat: string, day: string): OpenDay =>
    getOrCreate(days, `${fiat} ${day}`, () => ({ fiat, day, stored: null, added: new Map(), isSaved: true }))

  const load = async (nowMs: number): Promise<void> => {
    const firstDay = utcDay(nowMs - (recentDays - 1) * dayMs)
    for (const { fiat, day, counts } of await store.readTrackDays(null, firstDay, utcDay(nowMs))) {
      dayOf(fiat, day).stored ??= counts
      countsFromMs.set(fiat, Math.ceil(nowMs / slotMs) * slotMs)
    }
  }

  return {
    /** Reads the last days, before the first market. */
    load,
    recordSnapshot: ({ fiat, market, rates, judgedAtMs }: MarketSnapshot): void => {
      if (judgedAtMs < (countsFromMs.get(fiat) ?? 0)) return
      const { prices, outcomes } = followPrices(followed.get(fiat) ?? [], { market, rates, judgedAtMs })
      followed.set(fiat, prices)
      for (const outcome of outcomes) {
        const open = dayOf(fiat, utcDay(outcome.publishedAtMs))
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
    frontRecord: (fiat: Fiat): FrontRecord => frontRecordOf([...days.values()].filter((open) => open.fiat === fiat)),
    /** Forgets everything and reads it again, because the data on disk were replaced. */
    reset: (nowMs: number): Promise<void> => {
      followed.clear()
      days.clear()
      countsFromMs.clear()
      return load(nowMs)
    },
  }
}

const isOver = ({ fiat, day }: OpenDay, days: ReadonlyMap<string, OpenDay>): boolean =>
  [...days.values()].filter((other) => other.fiat === fiat && other.day > day).length >= recentDays

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

function frontRecordOf(days: readonly OpenDay[]): FrontRecord {
  const record: Partial<Record<Confidence, { cases: number; held: number }>> = {}
  for (const { stored, added } of days)
    for (const { series, measure, confidence, cases, held } of totalsOf(stored ?? [], added)) {
      if (series !== bestOfAll || measure !== 'front') continue
      const before = record[confidence] ?? { cases: 0, held: 0 }
      record[confidence] = { cases: before.cases + cases, held: before.held + held }
    }
  return record
}

function totalsOf(stored: readonly TrackCount[], added: ReadonlyMap<string, TrackCount>): readonly TrackCount[] {
  const totals = new Map<string, TrackCount>()
  for (const count of [...stored, ...added.values()]) addCount(totals, count)
  return [...totals.values()]
}
