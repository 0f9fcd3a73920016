import type { IncomingMessage } from 'node:http'
import type { KeyActor } from '../accounts/actor.js'
import { prefixOf } from '../accounts/key-format.js'
import type { Clock } from '../time/clock.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import { readCredential } from './credentials.js'
import type { Pipeline } from './pipeline.js'
import type { Reply } from './reply.js'

export interface RequestInspector {
  over(answering: Pipeline): Pipeline
  /** Records a request with a valid key to an unknown path. */
  missed(actor: KeyActor, request: IncomingMessage, reply: Reply): void
  stranger(request: IncomingMessage, reply: Reply): void
}

export function createRequestInspector(ports: {
  requests: Pick<RecentRequests, 'isWatched' | 'recordRequest' | 'noteStranger'>
  addressOf: (request: IncomingMessage) => string
  clock: Clock
}): RequestInspector {
  const { requests, addressOf, clock } = ports

  const note = ({ key, account }: KeyActor, request: IncomingMessage, reply: Reply, tookMs: number): void =>
    requests.recordRequest(account.id, addressOf(request), { ...seen(request, reply), tookMs, keyPrefix: key.prefix })

  return {
    over: (answering) => (asked) => {
      const { actor, request } = asked
      if (actor.kind !== 'key' || !requests.isWatched(actor.account.id)) return answering(asked)
      const startedMonoMs = clock.monoMs()
      const noted = (reply: Reply): Reply => {
        note(actor, request, reply, clock.monoMs() - startedMonoMs)
        return reply
      }
      const reply = answering(asked)
      return reply instanceof Promise ? reply.then(noted) : noted(reply)
    },
    missed: (actor, request, reply) => note(actor, request, reply, 0),
    stranger: (request, reply) => {
      const sent = readCredential(request.headers)
      if (sent === null) return
      requests.noteStranger(addressOf(request), { ...seen(request, reply), tookMs: null, keyPrefix: prefixOf(sent) })
    },
  }
}

/** Omit the query, which may hold anything, even a misplaced key. */
const seen = ({ method = 'GET', url = '' }: IncomingMessage, { status, problem }: Reply) => ({
  method,
  path: (url.split('?', 1)[0] ?? '').slice(0, longestPath),
  status,
  code: problem?.code ?? null,
})

const longestPath = 200
