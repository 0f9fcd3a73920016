import { StorageUnavailableError } from '../../base/errors/storage-unavailable.js'
import type { Clock } from '../../base/time/clock.js'
import type { SourceReport } from '../../market/sources-report.js'
import {
  type Minute,
  minuteMs,
  type SourceKey,
  type StatusSample,
  sourceName,
  type UptimeStore,
} from '../history-stores.js'

export type MinuteRecorded = Minute & { readonly kind: 'minute' }

export interface StatusSampler {
  /**
   * Runs once a minute, however often it is called. Stores first, then emits; samples that the disk rejects wait for
   * the next call.
   */
  sampleStatus(): Promise<void>
  /** False while a sample still waits for the disk. */
  readonly isPersisted: boolean
  /** The data on disk were replaced: nothing is owed to them. */
  reset(): void
}

export function createStatusSampler(ports: {
  readonly sources: () => readonly SourceReport[]
  readonly requestCounts: Pick<RequestCounts, 'drainCounts'>
  readonly store: Pick<UptimeStore, 'add'>
  readonly publishEvent: (minute: MinuteRecorded) => void | Promise<void>
  readonly clock: Clock
}): StatusSampler {
  const { sources, requestCounts, store, publishEvent, clock } = ports
  let lastMs = Number.NaN
  let unsaved: Minute[] = []

  const takeSamples = (nowMs: number): StatusSample[] =>
    sources()
      // Nobody knows yet how a source is that was never asked.
      .filter(({ isKnown }) => isKnown)
      .map(({ exchange, fiat, state, cause, observedAtMs }) => ({
        exchange,
        fiat,
        state,
        cause,
        ageSeconds: observedAtMs === null ? null : Math.max(0, Math.floor((nowMs - observedAtMs) / 1000)),
        ...requestCounts.drainCounts({ exchange, fiat }),
      }))

  const saveMinute = async (minute: Minute): Promise<void> => {
    const glances = await store.add(minute)
    if (glances.length > 0) await publishEvent({ kind: 'minute', startMs: minute.startMs, glances })
  }

  const forget = (minute: Minute): void => {
    unsaved = unsaved.filter((other) => other !== minute)
  }

  return {
    sampleStatus: async () => {
      const nowMs = clock.wallMs()
      const startMs = Math.floor(nowMs / minuteMs) * minuteMs
      if (startMs !== lastMs) {
        lastMs = startMs
        const glances = takeSamples(nowMs)
        if (glances.length > 0) unsaved = [...unsaved, { startMs, glances }].slice(-maxUnsaved)
      }
      for (const minute of unsaved) {
        try {
          await saveMinute(minute)
        } catch (error) {
          if (!(error instanceof StorageUnavailableError)) forget(minute)
          throw error
        }
        forget(minute)
      }
    },
    get isPersisted() {
      return unsaved.length === 0
    },
    reset: () => {
      unsaved = []
    },
  }
}

/** Four hours. */
const maxUnsaved = 240

export interface RequestCounts {
  due(source: SourceKey): void
  answered(source: SourceKey): void
  drainCounts(source: SourceKey): Counted
}

export type Counted = { readonly due: number; readonly answered: number }

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, Counted>()
  const add = (source: SourceKey, more: Counted): void => {
    const name = sourceName(source)
    const { due, answered } = counts.get(name) ?? none
    counts.set(name, { due: due + more.due, answered: answered + more.answered })
  }
  return {
    due: (source) => add(source, { due: 1, answered: 0 }),
    answered: (source) => add(source, { due: 0, answered: 1 }),
    drainCounts: (source) => {
      const counted = counts.get(sourceName(source)) ?? none
      counts.delete(sourceName(source))
      return counted
    },
  }
}

const none: Counted = { due: 0, answered: 0 }
