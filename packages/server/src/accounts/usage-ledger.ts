import type { Calendar } from '../limits/calendar.js'
import type { Caller } from './caller.js'
import type { UsageDelta, UsageStore } from './usage-store.js'

/** Counts in memory, writes four times a second: a crash forgets at most a second, in the caller's favour. */
export interface UsageLedger {
  /** Belongs to the day on which it was admitted, like the quota it was taken from. */
  record(caller: Caller, endpoint: string, request: { readonly atMs: number; readonly counted: boolean }): void
  /** Resolves once everything recorded before the call is on disk. A failed write keeps its counts for the next flush. */
  flush(): Promise<void>
}

type Counter = { -readonly [Field in keyof UsageDelta]: UsageDelta[Field] }

export const createUsageLedger = (ports: { store: UsageStore; calendar: Calendar }): UsageLedger => {
  const { store, calendar } = ports
  let counters = new Map<string, Counter>()
  let lastFlush: Promise<void> = Promise.resolve()

  const add = (delta: UsageDelta): void => {
    const name = `${delta.keyId} ${delta.day} ${delta.endpoint}`
    const counter = counters.get(name)
    if (counter === undefined) {
      counters.set(name, { ...delta })
      return
    }
    counter.requests += delta.requests
    counter.counted += delta.counted
  }

  const write = async (): Promise<void> => {
    if (counters.size === 0) return
    const taken = [...counters.values()]
    counters = new Map()
    try {
      await store.add(taken)
    } catch (error) {
      for (const delta of taken) add(delta)
      throw error
    }
  }

  return {
    record: ({ key }, endpoint, { atMs, counted }) =>
      add({
        accountId: key.accountId,
        keyId: key.id,
        day: calendar.day(atMs),
        endpoint,
        requests: 1,
        counted: counted ? 1 : 0,
      }),
    flush: () => {
      lastFlush = lastFlush.then(write, write)
      return lastFlush
    },
  }
}
