import type { AccountChanged, KeyChanged, SessionsEnded } from '../../accounts/account-events.js'
import type { WebhookChanged } from '../../alerts/webhooks/webhook-store.js'
import type { Cancel } from '../../base/time/timers.js'
import type { PointsRecorded } from '../../history/publish.js'
import type { MinuteRecorded } from '../../history/source-status/status-service.js'
import type { ReporterRemoved } from '../../ingest/agents/reporter.js'
import type { ReadingsQueued } from '../../ingest/reading-queue.js'
import type { RemoteWorkerStatus } from '../../ingest/worker-status.js'
import type { SnapshotPublished } from '../../market/shown-markets.js'
import type { SourceStatusPublished } from '../../market/source-status-cache.js'

/** Event from one part of the service to all other parts. Plain data, so that it can cross processes. */
export type ServerEvent =
  | KeyChanged
  | AccountChanged
  | SessionsEnded
  | SnapshotPublished
  | SourceStatusPublished
  | RemoteWorkerStatus
  | ReadingsQueued
  | PointsRecorded
  | MinuteRecorded
  | WebhookChanged
  | ReporterRemoved
  | Resync

/** A backup was put in the place of everything stored. */
export type Resync = { readonly kind: 'data_replaced' }

export type EventListener = (event: ServerEvent) => void | Promise<void>

/** Joins the parts of the service, in one process or in several. Every implementation passes event-bus.contract.ts. */
export interface EventBus {
  /**
   * Publish an event. Listeners get the events of one sender in order. Resolves once this process's listeners have
   * acted, at once if none is asynchronous. Never throws or rejects.
   */
  publishEvent(event: ServerEvent): void | Promise<void>
  /** Add a listener. Errors in it are reported and don't stop other listeners. */
  listen(listener: EventListener): Cancel
}

export type EventHandlers = {
  readonly [Kind in ServerEvent['kind']]?: (event: Extract<ServerEvent, { kind: Kind }>) => void | Promise<void>
}

export const dispatch =
  (handlers: EventHandlers): EventListener =>
  (event) => {
    // Safe, because the handler under a kind takes the events of that kind.
    const handle = handlers[event.kind] as EventListener | undefined
    return handle?.(event)
  }

/** Event bus of one process: listeners run before `publishEvent` returns. */
export function createInProcessBus(report: (kind: ServerEvent['kind'], error: unknown) => void): EventBus {
  const listeners = new Set<{ readonly listener: EventListener }>()
  /** Events emitted while another one is being dispatched. */
  const later: (() => void)[] = []
  let isDispatching = false

  const act = (listener: EventListener, event: ServerEvent): Promise<void> | null => {
    try {
      const acting = listener(event)
      return acting?.catch((error: unknown) => report(event.kind, error)) ?? null
    } catch (error) {
      report(event.kind, error)
      return null
    }
  }

  const dispatchToAll = (event: ServerEvent): void | Promise<void> => {
    const acting: Promise<void>[] = []
    for (const entry of [...listeners]) {
      // An earlier listener may have cancelled it meanwhile.
      const unfinished = listeners.has(entry) ? act(entry.listener, event) : null
      if (unfinished !== null) acting.push(unfinished)
    }
    if (acting.length > 0) return Promise.all(acting).then(() => {})
  }

  return {
    publishEvent: (event) => {
      if (isDispatching) return new Promise<void>((done) => void later.push(() => done(dispatchToAll(event))))
      isDispatching = true
      const acting = dispatchToAll(event)
      for (let next = later.shift(); next !== undefined; next = later.shift()) next()
      isDispatching = false
      return acting
    },
    listen: (listener) => {
      const entry = { listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
