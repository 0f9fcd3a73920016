import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { MinuteRecorded } from './status-sampler.js'
import { createUptime, dayOf, isNear, takeMinute, takeQuarter, type Uptime } from './uptime.js'
import type { Minute, UptimeStore } from './uptime-store.js'

/** Status of every source for the last 3 months, in memory. Loaded from the store once, then updated by events. */
export interface PastUptime {
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

export function createPastUptime(ports: {
  readonly store: Pick<UptimeStore, 'readQuarters'>
  readonly clock: Clock
  readonly timers: Timers
}): PastUptime {
  const { store, clock, timers } = ports
  let held: Uptime | null = null
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
      held = loaded
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
      for (const quarter of await store.readQuarters(day * dayMs, (day + 1) * dayMs)) takeQuarter(uptime, quarter)
      await new Promise<void>((resolve) => timers.soon(resolve))
    }
    for (const minute of meanwhile) takeMinute(uptime, minute)
    return uptime
  }

  return {
    addMinute: (minute) => {
      loading?.meanwhile.push(minute)
      if (held === null) return
      if (isNear(held, minute.startMs)) takeMinute(held, minute)
      // The clock was set: what memory holds is no longer the last month.
      else held = null
      version += 1
    },
    readUptime: () => {
      if (held !== null && isNear(held, clock.wallMs())) return held
      held = null
      return loading?.uptime ?? load()
    },
    get version() {
      return version
    },
    reset: () => {
      held = null
      loading = null
      version += 1
    },
    stop: () => {
      stopped = true
    },
  }
}

type Loading = { readonly uptime: Promise<Uptime>; readonly meanwhile: Minute[] }
