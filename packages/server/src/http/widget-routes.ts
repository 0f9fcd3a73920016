import type { IncomingMessage } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { HttpContext } from './http-context.js'
import { closeAfter, type Reply } from './reply.js'
import { parseWidgetPath, type WidgetRenderer, type WidgetRequest } from './web/boards/widget-renderer.js'

/** Serves price boards to anyone with the URL: no key, no cookie, no quota, but a per-minute limit for each network. */
export const createWidgetRoutes = (context: HttpContext, boards: WidgetRenderer) => ({
  has: (path: string): boolean => parseWidgetPath(path) !== null,
  serveIfWidget: (request: IncomingMessage, requestId: string): Promise<Reply> | null => {
    const { method, url = '' } = request
    const asked = method === 'GET' || method === 'HEAD' ? parseWidgetPath(url.split('?', 1)[0] ?? '') : null
    return asked === null ? null : serve(context, boards, asked, request, requestId)
  },
})

export type WidgetRoutes = ReturnType<typeof createWidgetRoutes>

async function serve(
  context: HttpContext,
  boards: WidgetRenderer,
  asked: WidgetRequest,
  request: IncomingMessage,
  requestId: string,
): Promise<Reply> {
  const reply = await limited(context, boards, asked, request).catch((error: unknown) => {
    if (error instanceof StorageUnavailableError) return boards.errorPage(request.headers, 503, requestId)
    context.reportBug(error, requestId)
    return boards.errorPage(request.headers, 500, requestId)
  })
  context.onReply('boards', reply.status)
  reply.headers.push(answerHeaders.requestId.name, requestId)
  return reply
}

async function limited(
  { limits: { limiter, abuseThrottle }, visitors, addressOf }: HttpContext,
  boards: WidgetRenderer,
  asked: WidgetRequest,
  request: IncomingMessage,
): Promise<Reply> {
  // Boards have a limit of their own, so a board embedded in another site uses nothing of the page limit.
  const subject = { id: `boards ${addressOf(request)}`, limits: visitors.allowance.limits }
  const admission = await limiter.admitRequest(subject, 'exempt')
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
