import type { IncomingMessage, RequestListener } from 'node:http'
import type { PlanLimits } from '@p2p-rates/contract'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { Sessions } from '../accounts/sessions.js'
import type { FailedAttempts } from '../limits/failed-attempts.js'
import type { Hammering } from '../limits/hammering.js'
import type { Limiter } from '../limits/limiter.js'
import type { Clock } from '../time/clock.js'
import type { RecentErrors } from '../usage/recent-errors.js'
import type { UsageLedger } from '../usage/usage-ledger.js'
import { createAnswering } from './answering.js'
import { createApp } from './app.js'
import { createDoorman } from './doorman.js'
import { createFastDoor } from './fast-door.js'
import { createIdempotency } from './idempotency.js'
import type { IdempotencyStore } from './idempotency-store.js'
import type { Implementation } from './implement.js'
import { originForm } from './origin-form.js'
import { createOwnPages } from './own-pages.js'
import { createRequestIds } from './request-id.js'
import { createSessionCookie } from './session-cookie.js'
import { createStrangers } from './strangers.js'

export type Doors = { readonly fast: RequestListener; readonly slow: RequestListener }

/** The whole HTTP side as one listener: the fast door for what is common, Koa behind it for everything. */
export function createDoors(ports: {
  implementations: readonly Implementation[]
  callers: CallerCache
  failedAttempts: FailedAttempts
  limiter: Limiter
  hammering: Hammering
  ledger: UsageLedger
  recentErrors: Pick<RecentErrors, 'note'>
  idempotencyStore: IdempotencyStore
  clock: Clock
  addressOf: (request: IncomingMessage) => string
  sessions?: Pick<Sessions, 'find'>
  /** What visitors of the pages may ask. */
  visitorLimits: PlanLimits
  publicUrl?: string | undefined
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
  isSimulated: () => boolean
}): Doors {
  const { implementations, clock } = ports
  const requestId = createRequestIds()
  const pages = createOwnPages(ports.publicUrl)
  const cookie = createSessionCookie(pages)
  const doorman = createDoorman({ ...ports, pages, cookie })
  const idempotency = createIdempotency({ store: ports.idempotencyStore, clock })
  const answering = createAnswering({ ...ports, idempotency, cookie })
  const app = createApp({ ...ports, doorman, strangers: createStrangers(ports.addressOf), answering, requestId })
  const koa: RequestListener = app.callback()
  const slow: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '')
    koa(request, response)
  }
  return { fast: createFastDoor({ implementations, doorman, answering, requestId, slowDoor: slow }), slow }
}
