import { answerHeaders, stream } from '@p2p-rates/contract'
import { sessionsOf } from '../accounts/account-changes.js'
import { type Actor, allowanceOf, billedAccountOf } from '../accounts/actor.js'
import type { IsDeleted } from '../accounts/is-deleted.js'
import { ApiError } from '../errors/api-error.js'
import { retryAfter } from '../errors/retry-after.js'
import { handle, type Outcome } from '../http/handle.js'
import type { StreamPlace, StreamPlaces, StreamTaking } from '../limits/streams/stream-places.js'
import type { PriceMarks } from '../market/price-marks.js'
import { frameOf, topicOf } from '../stream/frame.js'
import type { Hub } from '../stream/hub.js'
import type { CurrentMarket } from './current-market.js'

/** The pages of an account have at least this number of open streams, whatever its plan. */
const leastStreamsOfPages = 2

/** The share of all places that only plans with streams may fill: free pages cannot turn paying callers away. */
const reservedShare = 0.2

export const streamEndpoint = (
  now: CurrentMarket,
  ports: {
    readonly hub: Hub
    readonly places: StreamPlaces
    readonly maxStreams: number
    readonly priceMarks: () => PriceMarks
    readonly hasEnded: IsDeleted
  },
) =>
  handle(stream, ({ query: { fiat, include: extras = [] }, actor }) => {
    const { hub, places, maxStreams, priceMarks } = ports
    const ofPlan = allowanceOf(actor).limits.streams
    const most = actor.kind === 'session' ? Math.max(leastStreamsOfPages, ofPlan) : ofPlan
    const hasPaid = actor.kind !== 'visitor' && ofPlan > 0
    const mostInAll = hasPaid ? maxStreams : Math.floor(maxStreams * (1 - reservedShare))

    const openIn = (place: StreamPlace): Outcome<never> => {
      if (hub.open >= mostInAll)
        throw new ApiError(
          { code: 'overloaded', message: 'There are too many open streams at the moment.' },
          retryAfter(30),
        )
      const frame = frameOf(now.snapshot(fiat), priceMarks(), extras)
      if (frame === null) throw now.noPrice(fiat)
      return {
        stream: (connection) => {
          if (connection === null) return place.release()
          connection.onClose(place.release)
          hub.join(
            { topic: topicOf(fiat, extras), lastsMs: place.lastsMs, endsWith: endsWith(actor) },
            frame,
            connection,
          )
          void closeIfEnded(ports, actor)
        },
        headers: streamHeaders,
      }
    }

    const open = (taking: StreamTaking): Outcome<never> => {
      if ('waitSeconds' in taking)
        throw new ApiError(
          { code: 'stream_limit', message: `${subjectText[actor.kind]} ${most} open streams.` },
          retryAfter(taking.waitSeconds),
        )
      try {
        return openIn(taking)
      } catch (error) {
        taking.release()
        throw error
      }
    }

    const taking = places.acquireStream(billedAccountOf(actor), most)
    return taking instanceof Promise ? taking.then(open) : open(taking)
  })

const streamHeaders: readonly string[] = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  answerHeaders.cacheControl.name,
  'no-store, no-transform',
  'X-Accel-Buffering',
  'no',
  'Connection',
  'close',
]

const subjectText = {
  key: 'Your plan allows',
  session: 'The pages of your account have at most',
  visitor: 'Visitors of one address have',
} as const

function endsWith(actor: Actor): readonly string[] {
  if (actor.kind === 'visitor') return []
  const { id } = actor.account
  return actor.kind === 'key' ? [actor.key.id, id] : [actor.sessionId, sessionsOf(id), id]
}

/** Closes the stream if its key or session ended between authentication and the response. */
async function closeIfEnded(
  { hub, hasEnded }: { hub: Pick<Hub, 'closeStream'>; hasEnded: IsDeleted },
  actor: Actor,
): Promise<void> {
  if (actor.kind === 'visitor') return
  // If the store is unavailable, the stream goes on.
  if (await hasEnded(actor).catch(() => false)) hub.closeStream(actor.kind === 'key' ? actor.key.id : actor.sessionId)
}
