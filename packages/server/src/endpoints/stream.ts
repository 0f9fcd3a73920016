import { answerHeaders, stream } from '@p2p-rates/contract'
import { accountOf, keyOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import { frameOf } from '../stream/frame.js'
import type { Hub } from '../stream/hub.js'
import type { MarketNow } from './market-now.js'

export const streamEndpoint = (now: MarketNow, hub: Hub, maxStreams: number, isSimulated: () => boolean) =>
  implement(stream, ({ query: { fiat }, actor }) => {
    const { id: accountId, limits } = accountOf(actor)
    const keyId = keyOf(actor).id
    if (hub.openOf(accountId) >= limits.streams)
      throw new ApiError(
        { code: 'stream_limit', message: `Your plan allows ${limits.streams} open streams.` },
        retryAfter(hub.secondsUntilFree(accountId)),
      )
    if (hub.open >= maxStreams)
      throw new ApiError(
        { code: 'overloaded', message: 'There are too many open streams at the moment.' },
        retryAfter(30),
      )
    const frame = frameOf(now.snapshot(fiat), isSimulated())
    if (frame === null) throw now.noPrice(fiat)
    return {
      stream: (connection) => hub.join({ keyId, accountId, fiat }, frame, connection),
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
