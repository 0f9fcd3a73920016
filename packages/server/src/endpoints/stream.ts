import { answerHeaders, stream } from '@p2p-rates/contract'
import { sessionsOf } from '../accounts/account-changes.js'
import { type Actor, allowanceOf, payerOf, type SessionActor } from '../accounts/actor.js'
import { implement } from '../http/implement.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import { frameOf } from '../stream/frame.js'
import type { Hub, Listener } from '../stream/hub.js'
import type { MarketNow } from './market-now.js'

/** Live updates of the pages of one session. */
const streamsPerSession = 2

export const streamEndpoint = (
  now: MarketNow,
  ports: {
    readonly hub: Hub
    readonly maxStreams: number
    readonly isSimulated: () => boolean
    readonly hasEnded: (person: SessionActor) => Promise<boolean>
  },
) =>
  implement(stream, ({ query: { fiat }, actor }) => {
    const { hub, maxStreams, isSimulated } = ports
    const listener = listenerOf(actor, fiat)
    const most = actor.kind === 'session' ? streamsPerSession : allowanceOf(actor).limits.streams
    if (hub.openOf(listener.holder) >= most)
      throw new ApiError(
        { code: 'stream_limit', message: `${whose[actor.kind]} ${most} open streams.` },
        retryAfter(hub.secondsUntilFree(listener.holder)),
      )
    if (hub.open >= maxStreams)
      throw new ApiError(
        { code: 'overloaded', message: 'There are too many open streams at the moment.' },
        retryAfter(30),
      )
    const frame = frameOf(now.snapshot(fiat), isSimulated())
    if (frame === null) throw now.noPrice(fiat)
    return {
      stream: (connection) => {
        hub.join(listener, frame, connection)
        if (actor.kind === 'session') void closeIfEnded(ports, actor)
      },
      headers: [
        'Content-Type',
        'text/event-stream; charset=utf-8',
        answerHeaders.cacheControl.name,
        'no-store, no-transform',
        'X-Accel-Buffering',
        'no',
        'Connection',
        'close',
      ],
    }
  })

const whose = {
  key: 'Your plan allows',
  session: 'A session has at most',
  visitor: 'Visitors of one address have',
} as const

/** Streams of a page count beside those of the account's keys. */
function listenerOf(actor: Actor, fiat: string): Listener {
  if (actor.kind === 'visitor') return { fiat, holder: payerOf(actor), endsWith: [] }
  const { id } = actor.account
  if (actor.kind === 'key') return { fiat, holder: id, endsWith: [actor.key.id, id] }
  return { fiat, holder: actor.sessionId, endsWith: [actor.sessionId, sessionsOf(id), id] }
}

/** It may have ended between the question who asks and the answer. */
async function closeIfEnded(
  { hub, hasEnded }: { hub: Pick<Hub, 'close'>; hasEnded: (person: SessionActor) => Promise<boolean> },
  person: SessionActor,
): Promise<void> {
  // A store that cannot tell has ended nothing.
  if (await hasEnded(person).catch(() => false)) hub.close(person.sessionId)
}
