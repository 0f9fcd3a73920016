import { answerHeaders, stream } from '@p2p-rates/contract'
import { sessionsOf } from '../../accounts/account-events.js'
import { type Actor, allowanceOf, billedAccountOf } from '../../accounts/actor.js'
import type { IsRevoked } from '../../accounts/caller-cache.js'
import { ApiError, retryAfter } from '../../base/errors/api-error.js'
import { tooMany } from '../../base/errors/too-many.js'
import type { StreamAcquisition, StreamLimiter, StreamSlot } from '../../limits/streams/stream-limiter.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import { headerList } from '../reply.js'
import { handle, type Outcome } from '../route-handler.js'
import { frameOf, topicOf } from '../stream/frame.js'
import type { Hub } from '../stream/hub.js'
import type { CurrentMarket } from './current-market.js'

/** The pages of an account have at least this number of open streams, whatever its plan. */
const minPageStreams = 2

/** The share of all places that only plans with streams may fill: free pages cannot turn paying callers away. */
const reservedShare = 0.2

export const streamEndpoint = (
  currentMarket: CurrentMarket,
  ports: {
    readonly hub: Hub
    readonly streamLimiter: StreamLimiter
    readonly maxStreams: number
    readonly priceMarks: () => PriceOriginFlags
    readonly isRevoked: IsRevoked
  },
) =>
  handle(stream, ({ query: { fiat, include: extras = [] }, actor }) => {
    const { hub, streamLimiter, maxStreams, priceMarks } = ports
    const ofPlan = allowanceOf(actor).limits.streams
    const maxForSubject = actor.kind === 'session' ? Math.max(minPageStreams, ofPlan) : ofPlan
    const hasPaid = actor.kind !== 'visitor' && ofPlan > 0
    const maxTotalStreams = hasPaid ? maxStreams : Math.floor(maxStreams * (1 - reservedShare))

    const openStream = (place: StreamSlot): Outcome<never> => {
      if (hub.openCount >= maxTotalStreams)
        throw new ApiError(
          { code: 'overloaded', message: 'There are too many open streams at the moment.' },
          retryAfter(30),
        )
      const frame = frameOf(currentMarket.snapshot(fiat), priceMarks(), extras)
      if (frame === null) throw currentMarket.noPrice(fiat)
      return {
        stream: (connection) => {
          if (connection === null) return place.release()
          connection.onClose(place.release)
          hub.subscribe(
            { topic: topicOf(fiat, extras), maxAgeMs: place.lastsMs, ownerIds: ownerIdsOf(actor) },
            frame,
            connection,
          )
          void closeIfEnded(ports, actor)
        },
        headers: streamHeaders,
      }
    }

    const open = (acquired: StreamAcquisition): Outcome<never> => {
      if (acquired === 'full') throw tooMany(tooManyStreams[actor.kind], fullRetrySeconds, maxForSubject)
      try {
        return openStream(acquired)
      } catch (error) {
        acquired.release()
        throw error
      }
    }

    const acquired = streamLimiter.acquireStream(billedAccountOf(actor), maxForSubject)
    return acquired instanceof Promise ? acquired.then(open) : open(acquired)
  })

/** A place may become free at any moment. A caller whose connection broke waits for its own old stream. */
const fullRetrySeconds = 15

const streamHeaders: readonly string[] = headerList({
  'Content-Type': 'text/event-stream; charset=utf-8',
  [answerHeaders.cacheControl.name]: 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
})

const tooManyStreams = { key: 'streamsOfKey', session: 'streamsOfSession', visitor: 'streamsOfVisitor' } as const

function ownerIdsOf(actor: Actor): readonly string[] {
  if (actor.kind === 'visitor') return []
  const { id } = actor.account
  return actor.kind === 'key' ? [actor.key.id, id] : [actor.sessionId, sessionsOf(id), id]
}

/** Closes the stream if its key or session ended between authentication and the response. */
async function closeIfEnded(
  { hub, isRevoked }: { hub: Pick<Hub, 'closeStreamsOf'>; isRevoked: IsRevoked },
  actor: Actor,
): Promise<void> {
  if (actor.kind === 'visitor') return
  // If the store is unavailable, the stream goes on.
  if (await isRevoked(actor).catch(() => false))
    hub.closeStreamsOf(actor.kind === 'key' ? actor.key.id : actor.sessionId)
}
