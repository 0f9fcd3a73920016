import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import type { VisitorRules } from '../accounts/actor.js'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { Limiter } from '../limits/limiter.js'
import { closeAfter, type Reply } from './reply.js'

export interface WidgetRenderer {
  parsePath(path: string): WidgetRequest | null
  renderWidget(asked: WidgetRequest, headers: IncomingHttpHeaders): Promise<Reply>
  tooManyRequestsPage(headers: IncomingHttpHeaders, waitSeconds: number): Reply
  errorPage(headers: IncomingHttpHeaders, status: 500 | 503, requestId: string): Reply
}

export type WidgetRequest = { readonly id: string; readonly form: 'page' | 'screen' | 'picture' }

export interface WidgetRoutes {
  serveIfWidget(request: IncomingMessage, requestId: string): Promise<Reply> | null
  has(path: string): boolean
}

/** Serves price boards to anyone with the URL: no key, no cookie, no quota, but a per-minute limit for each network. */
export function createWidgetRoutes(ports: {
  readonly boards: WidgetRenderer
  readonly addressOf: (request: IncomingMessage) => string
  readonly limiter: Pick<Limiter, 'admitRequest'>
  readonly abuseThrottle: AbuseThrottle
  readonly visitors: VisitorRules
  readonly onReply?: (endpoint: string, status: number) => void
  readonly reportBug: (error: unknown, requestId: string) => void
}): WidgetRoutes {
  const { boards, addressOf, limiter, abuseThrottle, visitors, onReply, reportBug } = ports

  /** Boards have a limit of their own, so a board embedded in another site uses nothing of the page limit. */
  const limitSubjectOf = (request: IncomingMessage) => ({
    id: `boards ${addressOf(request)}`,
    limits: visitors.allowance.limits,
  })

  const show = async (asked: WidgetRequest, request: IncomingMessage): Promise<Reply> => {
    const admission = await limiter.admitRequest(limitSubjectOf(request), 'exempt')
    if (!admission.admitted) {
      const reply = boards.tooManyRequestsPage(request.headers, admission.retryAfterSeconds)
      const pause = abuseThrottle.delayRefusal(admission.abuse, admission.allowedPerMinute, request.socket)
      await pause
      return pause === null ? reply : closeAfter(reply)
    }
    try {
      return await boards.renderWidget(asked, request.headers)
    } finally {
      admission.charge('minute')
    }
  }

  const withRequestId = async (
    reply: Promise<Reply>,
    { headers }: IncomingMessage,
    requestId: string,
  ): Promise<Reply> => {
    const made = await reply.catch((error: unknown) => {
      if (error instanceof StorageUnavailableError) return boards.errorPage(headers, 503, requestId)
      reportBug(error, requestId)
      return boards.errorPage(headers, 500, requestId)
    })
    onReply?.('boards', made.status)
    made.headers.push(answerHeaders.requestId.name, requestId)
    return made
  }

  const widgetRequestOf = ({ url = '' }: IncomingMessage): WidgetRequest | null =>
    boards.parsePath(url.split('?', 1)[0] ?? '')

  return {
    has: (path) => boards.parsePath(path) !== null,
    serveIfWidget: (request, requestId) => {
      const asked = request.method === 'GET' || request.method === 'HEAD' ? widgetRequestOf(request) : null
      return asked === null ? null : withRequestId(show(asked, request), request, requestId)
    },
  }
}
