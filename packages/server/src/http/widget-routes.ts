import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import type { VisitorRules } from '../accounts/actor.js'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { Limiter } from '../limits/limiter.js'
import { closeAfter, type Reply } from './reply.js'

export interface ShownBoards {
  at(path: string): AskedBoard | null
  show(asked: AskedBoard, headers: IncomingHttpHeaders): Promise<Reply>
  sayTooMany(headers: IncomingHttpHeaders, waitSeconds: number): Reply
  sayFailed(headers: IncomingHttpHeaders, status: 500 | 503, requestId: string): Reply
}

export type AskedBoard = { readonly id: string; readonly form: 'page' | 'screen' | 'picture' }

export interface WidgetRoutes {
  open(request: IncomingMessage, requestId: string): Promise<Reply> | null
  has(path: string): boolean
}

/** Serves price boards to anyone with the URL: no key, no cookie, no quota, but a per-minute limit for each network. */
export function createWidgetRoutes(ports: {
  readonly boards: ShownBoards
  readonly addressOf: (request: IncomingMessage) => string
  readonly limiter: Pick<Limiter, 'spend'>
  readonly abuseThrottle: AbuseThrottle
  readonly visitors: VisitorRules
  readonly onReply?: (endpoint: string, status: number) => void
  readonly reportBug: (error: unknown, requestId: string) => void
}): WidgetRoutes {
  const { boards, addressOf, limiter, abuseThrottle, visitors, onReply, reportBug } = ports

  /** Boards have a limit of their own, so a board embedded in another site uses nothing of the page limit. */
  const spenderOf = (request: IncomingMessage) => ({
    id: `boards ${addressOf(request)}`,
    limits: visitors.allowance.limits,
  })

  const show = async (asked: AskedBoard, request: IncomingMessage): Promise<Reply> => {
    const admission = await limiter.spend(spenderOf(request), 'exempt')
    if (!admission.admitted) {
      const reply = boards.sayTooMany(request.headers, admission.retryAfterSeconds)
      const pause = abuseThrottle.refused(admission.offender, admission.allowedPerMinute, request.socket)
      await pause
      return pause === null ? reply : closeAfter(reply)
    }
    try {
      return await boards.show(asked, request.headers)
    } finally {
      admission.charge('minute')
    }
  }

  const named = async (reply: Promise<Reply>, { headers }: IncomingMessage, requestId: string): Promise<Reply> => {
    const made = await reply.catch((error: unknown) => {
      if (error instanceof StorageUnavailableError) return boards.sayFailed(headers, 503, requestId)
      reportBug(error, requestId)
      return boards.sayFailed(headers, 500, requestId)
    })
    onReply?.('boards', made.status)
    made.headers.push(answerHeaders.requestId.name, requestId)
    return made
  }

  const askedBy = ({ url = '' }: IncomingMessage): AskedBoard | null => boards.at(url.split('?', 1)[0] ?? '')

  return {
    has: (path) => boards.at(path) !== null,
    open: (request, requestId) => {
      const asked = request.method === 'GET' || request.method === 'HEAD' ? askedBy(request) : null
      return asked === null ? null : named(show(asked, request), request, requestId)
    },
  }
}
