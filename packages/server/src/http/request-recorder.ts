import type { IncomingMessage } from 'node:http'
import type { KeyActor } from '../accounts/actor.js'
import { prefixOf } from '../accounts/tokens.js'
import { readApiKey } from './authenticator.js'
import type { HttpContext } from './http-context.js'
import type { Reply } from './reply.js'
import type { RequestPipeline } from './request-pipeline.js'

type Recording = Pick<HttpContext, 'accounts' | 'addressOf' | 'clock'>

export const recordWatched =
  (context: Recording, pipeline: RequestPipeline): RequestPipeline =>
  (asked) => {
    const { actor, request } = asked
    if (actor.kind !== 'key' || !context.accounts.recentRequests.isWatched(actor.account.id)) return pipeline(asked)
    const startedMonoMs = context.clock.monoMs()
    const noted = (reply: Reply): Reply => {
      record(context, actor, request, reply, context.clock.monoMs() - startedMonoMs)
      return reply
    }
    const reply = pipeline(asked)
    return reply instanceof Promise ? reply.then(noted) : noted(reply)
  }

export const recordUnknownPath = (context: Recording, actor: KeyActor, request: IncomingMessage, reply: Reply): void =>
  record(context, actor, request, reply, 0)

export function recordAnonymous({ accounts, addressOf }: Recording, request: IncomingMessage, reply: Reply): void {
  const sent = readApiKey(request.headers)
  if (sent === null) return
  const summary = { ...requestSummaryOf(request, reply), tookMs: null, keyPrefix: prefixOf(sent) }
  accounts.recentRequests.recordWithWrongKey(addressOf(request), summary)
}

function record(
  { accounts, addressOf }: Recording,
  { key, account }: KeyActor,
  request: IncomingMessage,
  reply: Reply,
  tookMs: number,
): void {
  const summary = { ...requestSummaryOf(request, reply), tookMs, keyPrefix: key.prefix }
  accounts.recentRequests.recordRequest(account.id, addressOf(request), summary)
}

/** Omit the query, which may hold anything, even a misplaced key. */
const requestSummaryOf = ({ method = 'GET', url = '' }: IncomingMessage, { status, problem }: Reply) => ({
  method,
  path: (url.split('?', 1)[0] ?? '').slice(0, longestPath),
  status,
  code: problem?.code ?? null,
})

const longestPath = 200
