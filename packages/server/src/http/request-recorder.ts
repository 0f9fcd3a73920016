import type { IncomingMessage } from 'node:http'
import type { KeyActor } from '../accounts/actor.js'
import { prefixOf } from '../accounts/tokens.js'
import type { RecentRequests } from '../accounts/usage/recent-requests.js'
import type { Clock } from '../base/time/clock.js'
import { readApiKey } from './authenticator.js'
import type { Reply } from './reply.js'
import type { RequestPipeline } from './request-pipeline.js'

export interface RequestRecorder {
  wrapPipeline(answering: RequestPipeline): RequestPipeline
  /** Records a request with a valid key to an unknown path. */
  recordUnknownPath(actor: KeyActor, request: IncomingMessage, reply: Reply): void
  recordAnonymous(request: IncomingMessage, reply: Reply): void
}

export function createRequestRecorder(ports: {
  requests: Pick<RecentRequests, 'isWatched' | 'recordRequest' | 'recordWithWrongKey'>
  addressOf: (request: IncomingMessage) => string
  clock: Clock
}): RequestRecorder {
  const { requests, addressOf, clock } = ports

  const recordRequestOf = ({ key, account }: KeyActor, request: IncomingMessage, reply: Reply, tookMs: number): void =>
    requests.recordRequest(account.id, addressOf(request), {
      ...requestSummaryOf(request, reply),
      tookMs,
      keyPrefix: key.prefix,
    })

  return {
    wrapPipeline: (pipeline) => (asked) => {
      const { actor, request } = asked
      if (actor.kind !== 'key' || !requests.isWatched(actor.account.id)) return pipeline(asked)
      const startedMonoMs = clock.monoMs()
      const noted = (reply: Reply): Reply => {
        recordRequestOf(actor, request, reply, clock.monoMs() - startedMonoMs)
        return reply
      }
      const reply = pipeline(asked)
      return reply instanceof Promise ? reply.then(noted) : noted(reply)
    },
    recordUnknownPath: (actor, request, reply) => recordRequestOf(actor, request, reply, 0),
    recordAnonymous: (request, reply) => {
      const sent = readApiKey(request.headers)
      if (sent === null) return
      requests.recordWithWrongKey(addressOf(request), {
        ...requestSummaryOf(request, reply),
        tookMs: null,
        keyPrefix: prefixOf(sent),
      })
    },
  }
}

/** Omit the query, which may hold anything, even a misplaced key. */
const requestSummaryOf = ({ method = 'GET', url = '' }: IncomingMessage, { status, problem }: Reply) => ({
  method,
  path: (url.split('?', 1)[0] ?? '').slice(0, longestPath),
  status,
  code: problem?.code ?? null,
})

const longestPath = 200
