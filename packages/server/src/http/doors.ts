import type { IncomingMessage, RequestListener } from 'node:http'
import type { VisitorRules } from '../accounts/actor.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { Sessions } from '../accounts/sessions.js'
import type { AttemptBudget } from '../limits/attempts/attempt-budget.js'
import type { Hammering } from '../limits/hammering.js'
import type { Limiter } from '../limits/limiter.js'
import type { Clock } from '../time/clock.js'
import type { RecentErrors } from '../usage/recent-errors.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import type { UsageLedger } from '../usage/usage-ledger.js'
import { createAnswering } from './answering.js'
import { createApp } from './app.js'
import { createBoardDoor, type ShownBoards } from './board-door.js'
import { type CollectorDesk, createCollectorDoor } from './collector-door.js'
import { createDoorman } from './doorman.js'
import { createFastDoor } from './fast-door.js'
import { createIdempotency } from './idempotency.js'
import type { IdempotencyStore } from './idempotency-store.js'
import type { Implementation } from './implement.js'
import { createMcpDoor, type Protocol } from './mcp-door.js'
import { createNoticing } from './noticing.js'
import { originForm } from './origin-form.js'
import type { Others } from './others.js'
import { createOwnPages } from './own-pages.js'
import { createPageDoor } from './page-door.js'
import type { Pages } from './pages.js'
import { createReading } from './reading.js'
import { createRequestIds } from './request-id.js'
import { createSessionCookie } from './session-cookie.js'
import { createStrangers } from './strangers.js'

export type Doors = { readonly fast: RequestListener; readonly slow: RequestListener }

/** The whole HTTP side as one listener: the fast door for what is common, Koa behind it for everything. */
export function createDoors(ports: {
  implementations: readonly Implementation[]
  callers: CallerCache
  wrongKeys: AttemptBudget
  limiter: Limiter
  hammering: Hammering
  ledger: UsageLedger
  recentErrors: Pick<RecentErrors, 'note'>
  recentRequests: Pick<RecentRequests, 'isWatched' | 'note' | 'noteStranger'>
  idempotencyStore: IdempotencyStore
  clock: Clock
  addressOf: (request: IncomingMessage) => string
  sessions?: Pick<Sessions, 'find' | 'endToken'>
  visitors: VisitorRules
  publicUrl?: string | undefined
  pages?: Pages
  boards?: ShownBoards
  protocol: Protocol
  /** Null where no exchange is read from elsewhere. */
  collectors?: CollectorDesk | null
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
  isSimulated: () => boolean
  replayedAt?: (() => string) | null
  others?: Others | null
}): Doors {
  const { implementations, clock } = ports
  const requestId = createRequestIds()
  const ownPages = createOwnPages(ports.publicUrl)
  const cookie = createSessionCookie(ownPages)
  const doorman = createDoorman({ ...ports, pages: ownPages, cookie })
  const idempotency = createIdempotency({ store: ports.idempotencyStore, clock })
  const reading = createReading(clock, ports.isSimulated)
  const noticing = createNoticing({ ...ports, requests: ports.recentRequests })
  const answering = noticing.over(
    createAnswering({ ...ports, others: ports.others ?? null, reading, idempotency, cookie }),
  )
  const pageDoor =
    ports.pages === undefined ? null : createPageDoor({ ...ports, pages: ports.pages, doorman, reading, cookie })
  const boardDoor = ports.boards === undefined ? null : createBoardDoor({ ...ports, boards: ports.boards })
  const mcpDoor = createMcpDoor({ ...ports, doorman, answering, reading })
  const { collectors = null } = ports
  const collectorDoor = collectors === null ? null : createCollectorDoor({ ...ports, desk: collectors })
  const strangers = createStrangers(ports.addressOf)
  const app = createApp({
    ...ports,
    doorman,
    strangers,
    answering,
    boardDoor,
    pageDoor,
    mcpDoor,
    collectorDoor,
    noticing,
    requestId,
  })
  const koa: RequestListener = app.callback()
  const slow: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '')
    koa(request, response)
  }
  return { fast: createFastDoor({ implementations, doorman, answering, requestId, slowDoor: slow }), slow }
}
