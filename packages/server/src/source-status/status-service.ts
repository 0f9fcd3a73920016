import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { SourceReport } from '../market/sources-report.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import { createPastUptime, type PastUptime } from './past-uptime.js'
import { createRequestCounts, type RequestCounts } from './request-counts.js'
import { createStatusSampler, type MinuteRecorded, type StatusSampler } from './status-sampler.js'
import { createUptimeReader, type UptimeReader } from './uptime-reader.js'
import type { UptimeStore } from './uptime-store.js'

export interface StatusService {
  readonly questions: RequestCounts
  /** Created on the collecting server, which also takes and stores the samples. */
  sampler(store: Pick<UptimeStore, 'add'>): StatusSampler
  readonly isWrittenDown: boolean
  reset(): void
  readonly past: PastUptime
  readonly reader: UptimeReader
}

export function createStatusService(ports: {
  readonly store: UptimeStore
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly sources: () => readonly SourceReport[]
  readonly tell: (minute: MinuteRecorded) => void | Promise<void>
  readonly clock: Clock
  readonly timers: Timers
}): StatusService {
  const questions = createRequestCounts()
  const past = createPastUptime(ports)
  let current: StatusSampler | null = null
  return {
    questions,
    sampler: (store) => {
      current = createStatusSampler({ ...ports, questions, store })
      return current
    },
    get isWrittenDown() {
      return current?.isWrittenDown ?? true
    },
    reset: () => {
      current?.reset()
      past.reset()
    },
    past,
    reader: createUptimeReader({ ...ports, past }),
  }
}
