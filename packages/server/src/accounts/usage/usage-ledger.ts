import { randomBytes } from 'node:crypto'
import { tooManyStatus } from '../../base/errors/too-many.js'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Calendar } from '../../base/time/calendar.js'
import type { ApiKey } from '../account-and-key-store.js'
import type { MonthTotal, UsageBatch, UsageDelta, UsageStore } from './usage-store.js'

type BilledRequest = {
  readonly atMs: number
  readonly status: number
  readonly counted: boolean
}

type UsageFlush = { readonly deltas: readonly UsageDelta[]; readonly batch: UsageBatch }
type Nested<Value> = Map<string, Value>
type Counter = { -readonly [Field in keyof UsageDelta]: UsageDelta[Field] }

export type SharedCount = {
  /** Called in the step in which counts are taken from memory; they are written once it resolves. */
  settle(): Promise<void>
  raise(total: MonthTotal): void
}

/** Counts in memory, writes four times a second: a crash forgets at most a second, in the caller's favour. */
export function createUsageLedger(ports: {
  store: Pick<UsageStore, 'add'>
  calendar: Calendar
  shared?: SharedCount | null
}) {
  const { store, calendar, shared = null } = ports
  // One table within another: a name put together for every request would cost more than the counting.
  let days: Nested<Nested<Nested<Counter>>> = new Map()
  let lastFlush: Promise<void> = Promise.resolve()
  const writer = randomBytes(8).toString('hex')
  let lastNumber = 0
  let unwritten: UsageFlush | null = null

  const counterOf = (accountId: string, keyId: string, day: string, endpoint: string): Counter => {
    const ofKey = getOrCreate(getOrCreate(days, day, newTable<Nested<Counter>>), keyId, newTable<Counter>)
    const counter = ofKey.get(endpoint)
    if (counter !== undefined) return counter
    const fresh = { accountId, keyId, day, endpoint, requests: 0, counted: 0, errors: 0, limited: 0, lastAtMs: 0 }
    ofKey.set(endpoint, fresh)
    return fresh
  }

  const drainCounters = async (): Promise<UsageFlush | null> => {
    if (days.size === 0) return null
    const deltas = [...days.values()].flatMap((keys) => [...keys.values()].flatMap((ofKey) => [...ofKey.values()]))
    days = new Map()
    lastNumber += 1
    const batch = { writer, number: lastNumber }
    await shared?.settle()
    return { deltas, batch }
  }

  const write = async (): Promise<void> => {
    // One that failed may have been written all the same: it is finished as it is, before there is another.
    const isLate = unwritten !== null
    unwritten ??= await drainCounters()
    if (unwritten === null) return
    const grown = await store.add(unwritten.deltas, unwritten.batch)
    unwritten = null
    if (shared !== null) for (const total of grown) shared.raise(total)
    if (isLate) await write()
  }

  return {
    /** Belongs to the day on which it was admitted, like the quota it was taken from. */
    record: (key: ApiKey, endpoint: string, { atMs, status, counted }: BilledRequest): void => {
      const counter = counterOf(key.accountId, key.id, calendar.day(atMs), endpoint)
      if (atMs > counter.lastAtMs) counter.lastAtMs = atMs
      if (status === tooManyStatus) {
        counter.limited += 1
        return
      }
      counter.requests += 1
      if (counted) counter.counted += 1
      if (status >= 400) counter.errors += 1
    },
    /** Resolves once everything recorded before the call is on disk. A failed batch is written again with the next flush. */
    flush: (): Promise<void> => {
      lastFlush = lastFlush.then(write, write)
      return lastFlush
    },
  }
}

export type UsageLedger = ReturnType<typeof createUsageLedger>

const newTable = <Value>(): Nested<Value> => new Map()
