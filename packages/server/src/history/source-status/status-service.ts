import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { Clock } from '../../base/time/clock.js'
import type { Timers } from '../../base/time/timers.js'
import type { SourceReport } from '../../market/sources-report.js'
import {
  type Minute,
  minuteMs,
  type SourceKey,
  type StatusSample,
  sourceName,
  type UptimeStore,
} from '../history-stores.js'
import { createUptimeCache } from './uptime-cache.js'
import { createUptimeReader } from './uptime-reader.js'

export type MinuteRecorded = Minute & { readonly kind: 'minute' }

/** Status of the exchanges by the minute: sampled on the collecting server, read on every server. */
export function createStatusService(ports: {
  readonly store: UptimeStore
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly sources: () => readonly SourceReport[]
  readonly publishEvent: (minute: MinuteRecorded) => void | Promise<void>
  readonly clock: Clock
  readonly timers: Timers
}) {
  const requestCounts = createRequestCounts()
  const uptimeCache = createUptimeCache(ports)
  const sampler: Sampler = { ...ports, requestCounts, lastMs: Number.NaN, unsaved: [] }
  return {
    requestCounts,
    uptimeCache,
    reader: createUptimeReader({ ...ports, uptimeCache }),
    /**
     * Returns the work of the collecting server. It takes samples once a minute, however often it is called. It stores
     * them first, then emits; samples that the disk rejects wait for the next call.
     */
    sampler: (store: Pick<UptimeStore, 'add'>): (() => Promise<void>) => {
      sampler.lastMs = Number.NaN
      sampler.unsaved = []
      return () => sampleStatus(sampler, store)
    },
    /** False while a sample still waits for the disk. */
    get isPersisted(): boolean {
      return sampler.unsaved.length === 0
    },
    /** Forgets everything, because the data on disk were replaced. */
    reset: (): void => {
      sampler.unsaved = []
      uptimeCache.reset()
    },
  }
}

export type StatusService = ReturnType<typeof createStatusService>

type Sampler = {
  readonly sources: () => readonly SourceReport[]
  readonly requestCounts: { drainCounts(source: SourceKey): Counted }
  readonly publishEvent: (minute: MinuteRecorded) => void | Promise<void>
  readonly clock: Clock
  lastMs: number
  unsaved: readonly Minute[]
}

/** Four hours. */
const maxUnsaved = 240

async function sampleStatus(sampler: Sampler, store: Pick<UptimeStore, 'add'>): Promise<void> {
  const nowMs = sampler.clock.wallMs()
  const startMs = Math.floor(nowMs / minuteMs) * minuteMs
  if (startMs !== sampler.lastMs) {
    sampler.lastMs = startMs
    const glances = takeSamples(sampler, nowMs)
    if (glances.length > 0) sampler.unsaved = [...sampler.unsaved, { startMs, glances }].slice(-maxUnsaved)
  }
  for (const minute of sampler.unsaved) {
    try {
      const glances = await store.add(minute)
      if (glances.length > 0) await sampler.publishEvent({ kind: 'minute', startMs: minute.startMs, glances })
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) forget(sampler, minute)
      throw error
    }
    forget(sampler, minute)
  }
}

function forget(sampler: Sampler, minute: Minute): void {
  sampler.unsaved = sampler.unsaved.filter((other) => other !== minute)
}

const takeSamples = ({ sources, requestCounts }: Sampler, nowMs: number): readonly StatusSample[] =>
  sources()
    // The state of a source that was never asked is unknown.
    .filter(({ isKnown }) => isKnown)
    .map(({ exchange, fiat, state, cause, observedAtMs }) => ({
      exchange,
      fiat,
      state,
      cause,
      // An empty list of a currency that is not traded has no data whose age counts.
      ageSeconds:
        observedAtMs === null || state === 'unsupported'
          ? null
          : Math.max(0, Math.floor((nowMs - observedAtMs) / 1000)),
      ...requestCounts.drainCounts({ exchange, fiat }),
    }))

export type Counted = { readonly due: number; readonly answered: number }

export function createRequestCounts() {
  const counts = new Map<string, Counted>()
  const add = (source: SourceKey, more: Counted): void => {
    const name = sourceName(source)
    const { due, answered } = counts.get(name) ?? none
    counts.set(name, { due: due + more.due, answered: answered + more.answered })
  }
  return {
    due: (source: SourceKey): void => add(source, { due: 1, answered: 0 }),
    answered: (source: SourceKey): void => add(source, { due: 0, answered: 1 }),
    drainCounts: (source: SourceKey): Counted => {
      const counted = counts.get(sourceName(source)) ?? none
      counts.delete(sourceName(source))
      return counted
    },
  }
}

const none: Counted = { due: 0, answered: 0 }
