import type { Rates, StreamQuery } from '@p2p-rates/contract'
import type { Ports } from './clock-and-random-ports.js'
import { createLatestValueQueue } from './latest-value-queue.js'
import { onAbort } from './on-abort.js'
import type { RequestOptions } from './options.js'
import { prepareRequest } from './prepare-request.js'
import { eventStreamType } from './read-events.js'
import type { ResponseMeta } from './response-meta.js'
import { atLeast, type Settings } from './settings.js'
import { stayConnected } from './stay-connected.js'

export type StreamOptions = Omit<RequestOptions, 'idempotencyKey'> & {
  /** Milliseconds without a sign of life before connecting again; the service sends one every 15 s. Default: 45000. */
  readonly maxSilence?: number | undefined
}

/** Rates as they change, until you leave the loop. */
export type RateStream = AsyncIterableIterator<Rates> & {
  /** Limits, request id and simulation mark of the newest connection; `null` before the first. */
  readonly connection: ResponseMeta | null
}

/** Connects when reading begins. A slow reader misses outdated rates, never the newest. */
export function openStream(query: StreamQuery, options: StreamOptions, settings: Settings, ports: Ports): RateStream {
  const controller = new AbortController()
  const { host } = new URL(settings.baseUrl)
  let connection: ResponseMeta | null = null
  const queue = createLatestValueQueue<Rates>({
    onFirstRead: () => start().catch(queue.failQueue),
    onLeave: () => {
      removeAbortCall()
      controller.abort()
    },
  })

  async function start(): Promise<void> {
    await stayConnected(
      (headers) =>
        prepareRequest(
          { method: 'GET', path: '/stream', query },
          { headers: { ...headers, ...options.headers } },
          settings,
          eventStreamType,
        ),
      {
        signal: controller.signal,
        timeout: atLeast(1, 'timeout', options.timeout ?? settings.timeout),
        maxSilence: atLeast(1, 'maxSilence', options.maxSilence ?? 45_000),
        maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? settings.maxRetries),
        maxRetryDelay: atLeast(0, 'maxRetryDelay', options.maxRetryDelay ?? settings.maxRetryDelay),
        onOpen: (facts) => {
          connection = facts
          settings.log.debug('the stream is open', { path: '/stream', host, requestId: facts.requestId })
        },
        onRates: queue.pushLatest,
      },
      settings,
      ports,
    )
  }

  const removeAbortCall = onAbort(options.signal, queue.closeQueue)
  if (options.signal?.aborted === true) queue.closeQueue()
  return Object.defineProperty(queue.values, 'connection', { get: () => connection }) as RateStream
}
