import type { AccountChanged, KeyChanged, SessionsEnded } from '../accounts/account-changes.js'
import type { ReadingsHanded } from '../collecting/handed-readings.js'
import type { LaneTold } from '../collecting/told-lanes.js'
import type { PointsRecorded } from '../history/recorder.js'
import type { SnapshotPublished } from '../market/shown-markets.js'
import type { SourcesTold } from '../market/told-sources.js'
import type { ReporterRemoved } from '../reporters/registry.js'
import type { Cancel } from '../time/timers.js'
import type { MinuteRecorded } from '../uptime/observer.js'
import type { WebhookChanged } from '../webhooks/webhook-changed.js'

/** What one part of the service tells all others. Plain data: a feed between processes sends it as it is. */
export type ServiceEvent =
  | KeyChanged
  | AccountChanged
  | SessionsEnded
  | SnapshotPublished
  | SourcesTold
  | LaneTold
  | ReadingsHanded
  | PointsRecorded
  | MinuteRecorded
  | WebhookChanged
  | ReporterRemoved
  | DataReplaced

/** A backup was put in the place of everything stored. */
export type DataReplaced = { readonly kind: 'data_replaced' }

export type ServiceListener = (event: ServiceEvent) => void | Promise<void>

/** Joins the parts of the service, in one process or in several. Every implementation passes feed.contract.ts. */
export interface Feed {
  /**
   * Events of one sender reach every listener in the order in which they were told. Done once the listeners of this
   * process have acted: at once, unless one of them takes its time. It never throws or rejects.
   */
  tell(event: ServiceEvent): void | Promise<void>
  /** A listener that fails is reported; the others act all the same. */
  listen(listener: ServiceListener): Cancel
}

/** What a listener does about each kind of event; it does nothing about the others. */
export type Reactions = {
  readonly [Kind in ServiceEvent['kind']]?: (event: Extract<ServiceEvent, { kind: Kind }>) => void | Promise<void>
}

/** A listener made of reactions. */
export const reacting =
  (reactions: Reactions): ServiceListener =>
  (event) => {
    switch (event.kind) {
      case 'key_changed':
        return reactions.key_changed?.(event)
      case 'account_changed':
        return reactions.account_changed?.(event)
      case 'sessions_ended':
        return reactions.sessions_ended?.(event)
      case 'snapshot':
        return reactions.snapshot?.(event)
      case 'sources':
        return reactions.sources?.(event)
      case 'lane':
        return reactions.lane?.(event)
      case 'handed_over':
        return reactions.handed_over?.(event)
      case 'points':
        return reactions.points?.(event)
      case 'minute':
        return reactions.minute?.(event)
      case 'webhook_changed':
        return reactions.webhook_changed?.(event)
      case 'reporter_removed':
        return reactions.reporter_removed?.(event)
      case 'data_replaced':
        return reactions.data_replaced?.(event)
    }
  }
