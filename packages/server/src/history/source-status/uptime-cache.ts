import type { Clock } from '../../base/time/clock.js'
import type { Timers } from '../../base/time/timers.js'
import type { Minute, UptimeStore } from '../history-stores.js'
import type { MinuteRecorded } from './status-sampler.js'
import { applyMinute, applyQuarter, createUptime, dayOf, isCovered, type Uptime } from './uptime.js'

/** Status of every source for the last 3 months, in memory. Loaded from the store once, then updated by events. */
export interface UptimeCache {
  addMinute(minute: Omit<MinuteRecorded, 'kind'>): void
  /** Returns the status in memory. Synchronous once loaded. */
  readUptime(): Uptime | Promise<Uptime>
  readonly version: number
  reset(): void
  stop(): void
}

/** 90 days, the one that goes on, and one to grow into. */
const heldDays = 92
const dayMs = 86_400_000

export function createUptimeCache(ports: {
  readonly store: Pick<UptimeStore, 'readQuarters'>
  readonly clock: Clock
  readonly timers: Timers
}): UptimeCache {
  const { store, clock, timers } = ports
  let cached: Uptime | null = null
  let loading: Loading | null = null
  let version = 0
  let stopped = false

  const load = (): Promise<Uptime> => {
    const meanwhile: Minute[] = []
    const begun = { meanwhile, uptime: readAll(meanwhile) }
    loading = begun
    const end = (loaded: Uptime | null): void => {
      // It may have been given up for another one.
      if (loading !== begun) return
      loading = null
      cached = loaded
      version += 1
    }
    begun.uptime.then(end, () => end(null))
    return begun.uptime
  }

  /** Day by day: the server answers meanwhile. */
  const readAll = async (meanwhile: readonly Minute[]): Promise<Uptime> => {
    const firstDay = dayOf(clock.wallMs()) - heldDays + 1
    const uptime = createUptime(firstDay, heldDays)
    for (let day = firstDay; day < firstDay + heldDays && !stopped; day++) {
      for (const quarter of await store.readQuarters(day * dayMs, (day + 1) * dayMs)) applyQuarter(uptime, quarter)
      await new Promise<void>((resolve) => timers.soon(resolve))
    }
    for (const minute of meanwhile) applyMinute(uptime, minute)
    return uptime
  }

  return {
    addMinute: (minute) => {
      loading?.meanwhile.push(minute)
      if (cached === null) return
      if (isCovered(cached, minute.startMs)) applyMinute(cached, minute)
      // The clock was set: what memory holds is no longer the last month.
      else cached = null
      version += 1
    },
    readUptime: () => {
      if (cached !== null && isCovered(cached, clock.wallMs())) return cached
      cached = null
      return loading?.uptime ?? load()
    },
    get version() {
      return version
    },
    reset: () => {
      cached = null
      loading = null
      version += 1
    },
    stop: () => {
      stopped = true
    },
  }
}

type Loading = { readonly uptime: Promise<Uptime>; readonly meanwhile: Minute[] }
