import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import type { Timers } from '../../base/time/timers.js'
import type { SourceReport } from '../../market/sources-report.js'
import type { UptimeStore } from '../history-stores.js'
import {
  createRequestCounts,
  createStatusSampler,
  type MinuteRecorded,
  type RequestCounts,
  type StatusSampler,
} from './status-sampler.js'
import { createUptimeCache, type UptimeCache } from './uptime-cache.js'
import { createUptimeReader, type UptimeReader } from './uptime-reader.js'

export interface StatusService {
  readonly requestCounts: RequestCounts
  /** Created on the collecting server, which also takes and stores the samples. */
  sampler(store: Pick<UptimeStore, 'add'>): StatusSampler
  readonly isPersisted: boolean
  reset(): void
  readonly uptimeCache: UptimeCache
  readonly reader: UptimeReader
}

export function createStatusService(ports: {
  readonly store: UptimeStore
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly sources: () => readonly SourceReport[]
  readonly publishEvent: (minute: MinuteRecorded) => void | Promise<void>
  readonly clock: Clock
  readonly timers: Timers
}): StatusService {
  const requestCounts = createRequestCounts()
  const uptimeCache = createUptimeCache(ports)
  let current: StatusSampler | null = null
  return {
    requestCounts,
    sampler: (store) => {
      current = createStatusSampler({ ...ports, requestCounts, store })
      return current
    },
    get isPersisted() {
      return current?.isPersisted ?? true
    },
    reset: () => {
      current?.reset()
      uptimeCache.reset()
    },
    uptimeCache,
    reader: createUptimeReader({ ...ports, uptimeCache }),
  }
}
