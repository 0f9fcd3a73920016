import type { Fiat } from '@p2p-rates/core'
import type { Log } from '../base/log/log.js'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { Operator } from '../cli/operator.js'
import type { EventBus } from '../cluster/events/event-bus.js'
import type { Replay } from '../history/archive/replay.js'
import type { HttpModule } from '../http/open-http.js'
import type { Limiter } from '../limits/limiter.js'

export type RunningServer = {
  readonly url: string
  readonly operator: Operator
  /** Both ways in. Only the fast one has a port; a test holds the other against it. */
  readonly httpHandler: HttpModule['handler']
  ready(fiats: readonly Fiat[]): Promise<void>
  /** Finishes running requests, stores pending data and stops. */
  stop(): Promise<void>
  /** Resolves with the reason if the server stops by itself, because it can't work reliably. */
  readonly ended: Promise<Error>
}

export type ServerOptions = {
  readonly log: Log
  readonly clock?: Clock
  readonly timers?: Timers
  /** Set if the server serves recorded data; it then queries no exchange. */
  readonly replay?: Replay
  /** Given by tests: where the built pages lie, `null` where there are none. */
  readonly pagesFolder?: string | null
  readonly feed?: EventBus
  /** Given by tests: the logarithm of what a password costs to check. */
  readonly passwordLogCost?: number
  readonly limiterOver?: (inMemory: Limiter) => Limiter
}
