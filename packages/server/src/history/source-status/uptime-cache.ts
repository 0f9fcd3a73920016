import { dayMs } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import { nextTurn, type Timers } from '../../base/time/timers.js'
import type { Minute, UptimeStore } from '../history-stores.js'
import type { MinuteRecorded } from './status-service.js'
import { applyMinute, applyQuarter, createUptime, dayOf, isCovered, type Uptime } from './uptime.js'

/** 90 days, the one that goes on, and one to grow into. */
const heldDays = 92

type UptimeCachePorts = {
  readonly store: Pick<UptimeStore, 'readQuarters'>
  readonly clock: Clock
  readonly timers: Timers
}

/** Status of every source for the last 3 months, in memory. Loaded from the store once, then updated by events. */
export function createUptimeCache(ports: UptimeCachePorts) {
  const cache: UptimeCacheState = { ...ports, cached: null, loading: null, version: 0, isStopped: false }
  return {
    addMinute: (minute: Omit<MinuteRecorded, 'kind'>): void => {
      cache.loading?.meanwhile.push(minute)
      if (cache.cached === null) return
      if (isCovered(cache.cached, minute.startMs)) applyMinute(cache.cached, minute)
      // The clock was set: what memory holds is no longer the last month.
      else cache.cached = null
      cache.version += 1
    },
    /** Returns the status in memory. Synchronous once loaded. */
    readUptime: (): Uptime | Promise<Uptime> => {
      if (cache.cached !== null && isCovered(cache.cached, cache.clock.wallMs())) return cache.cached
      cache.cached = null
      return cache.loading?.uptime ?? load(cache)
    },
    get version(): number {
      return cache.version
    },
    reset: (): void => {
      cache.cached = null
      cache.loading = null
      cache.version += 1
    },
    stop: (): void => {
      cache.isStopped = true
    },
  }
}

export type UptimeCache = ReturnType<typeof createUptimeCache>

type UptimeCacheState = UptimeCachePorts & {
  cached: Uptime | null
  loading: { readonly uptime: Promise<Uptime>; readonly meanwhile: Minute[] } | null
  version: number
  isStopped: boolean
}

function load(cache: UptimeCacheState): Promise<Uptime> {
  const meanwhile: Minute[] = []
  const begun = { meanwhile, uptime: readAll(cache, meanwhile) }
  cache.loading = begun
  const end = (loaded: Uptime | null): void => {
    // A reset may have given it up.
    if (cache.loading !== begun) return
    cache.loading = null
    cache.cached = loaded
    cache.version += 1
  }
  begun.uptime.then(end, () => end(null))
  return begun.uptime
}

/** Reads day by day, so that the server answers meanwhile. */
async function readAll(cache: UptimeCacheState, meanwhile: readonly Minute[]): Promise<Uptime> {
  const { store, clock, timers } = cache
  const firstDay = dayOf(clock.wallMs()) - heldDays + 1
  const uptime = createUptime(firstDay, heldDays)
  for (let day = firstDay; day < firstDay + heldDays && !cache.isStopped; day++) {
    for (const quarter of await store.readQuarters(day * dayMs, (day + 1) * dayMs)) applyQuarter(uptime, quarter)
    await nextTurn(timers)
  }
  for (const minute of meanwhile) applyMinute(uptime, minute)
  return uptime
}
