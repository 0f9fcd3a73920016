import type { Fiat, Side } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'

export type WorkerMarket = { readonly fiat: Fiat; readonly side: Side }

export type FetchJob = {
  readonly market: WorkerMarket
  readonly stopAfterMs: number
  readonly stopAtMonoMs: number
  /** 0 for the first request of a cycle. */
  readonly attempt: number
}

export type FetchQueue = ReturnType<typeof createFetchQueue>

/** Requests waiting for one exchange: each market once, in the order in which they fell due. */
export function createFetchQueue(clock: Clock, giveUp: (market: WorkerMarket) => void) {
  const due = new Map<string, FetchJob>()
  const busy = new Map<string, FetchJob>()

  const put = (market: WorkerMarket, stopAfterMs: number): void =>
    void due.set(nameOf(market), { market, stopAfterMs, stopAtMonoMs: clock.monoMs() + stopAfterMs, attempt: 0 })

  return {
    /** Returns false if the market was going to be asked anyway. */
    add: (market: WorkerMarket, stopAfterMs: number): boolean => {
      const name = nameOf(market)
      if (busy.has(name)) return false
      const isNew = !due.has(name)
      put(market, stopAfterMs)
      return isNew
    },
    addAgain: (entry: FetchJob) => void due.set(nameOf(entry.market), entry),
    resetDeadlines: () => {
      for (const { market, stopAfterMs } of due.values()) put(market, stopAfterMs)
    },
    /** Returns the next market with time left, and gives up the expired ones before it. */
    nextJob: (): FetchJob | null => {
      for (const [name, entry] of due) {
        due.delete(name)
        if (clock.monoMs() < entry.stopAtMonoMs) return entry
        giveUp(entry.market)
      }
      return null
    },
    startJob: (entry: FetchJob) => {
      due.delete(nameOf(entry.market))
      busy.set(nameOf(entry.market), entry)
    },
    endJob: (entry: FetchJob) => void busy.delete(nameOf(entry.market)),
    expects: (fiat: Fiat): boolean => {
      for (const { market } of due.values()) if (market.fiat === fiat) return true
      for (const { market } of busy.values()) if (market.fiat === fiat) return true
      return false
    },
    waiting: () => [...due.values()].map(({ market }) => market),
    get waitingCount() {
      return due.size
    },
    get busyCount() {
      return busy.size
    },
  }
}

export const nameOf = ({ fiat, side }: { readonly fiat: string; readonly side: string }): string => `${fiat} ${side}`
