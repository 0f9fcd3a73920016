import type { ApiKey } from '../accounts/account.js'
import type { Calendar } from '../time/calendar.js'
import type { UsageDelta, UsageStore } from './usage-store.js'

/** Counts in memory, writes four times a second: a crash forgets at most a second, in the caller's favour. */
export interface UsageLedger {
  /** Belongs to the day on which it was admitted, like the quota it was taken from. */
  record(key: ApiKey, endpoint: string, request: { readonly atMs: number; readonly counted: boolean }): void
  /** Resolves once everything recorded before the call is on disk. A failed write keeps its counts for the next flush. */
  flush(): Promise<void>
}

type Nested<Value> = Map<string, Value>
type Counter = { -readonly [Field in keyof UsageDelta]: UsageDelta[Field] }

export function createUsageLedger(ports: { store: UsageStore; calendar: Calendar }): UsageLedger {
  const { store, calendar } = ports
  // One table within another: a name put together for every request would cost more than the counting.
  let days: Nested<Nested<Nested<Counter>>> = new Map()
  let lastFlush: Promise<void> = Promise.resolve()

  const add = (delta: UsageDelta): void => {
    const ofKey = within(within(days, delta.day), delta.keyId)
    const counter = ofKey.get(delta.endpoint)
    if (counter === undefined) {
      ofKey.set(delta.endpoint, { ...delta })
      return
    }
    counter.requests += delta.requests
    counter.counted += delta.counted
  }

  const write = async (): Promise<void> => {
    if (days.size === 0) return
    const taken = [...days.values()].flatMap((keys) => [...keys.values()].flatMap((ofKey) => [...ofKey.values()]))
    days = new Map()
    try {
      await store.add(taken)
    } catch (error) {
      for (const delta of taken) add(delta)
      throw error
    }
  }

  return {
    record: (key, endpoint, { atMs, counted }) =>
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

function within<Value>(table: Nested<Nested<Value>>, name: string): Nested<Value> {
  let inner = table.get(name)
  if (inner === undefined) {
    inner = new Map()
    table.set(name, inner)
  }
  return inner
}
