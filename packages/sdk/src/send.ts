import { APIPromise, type RawResponse } from './api-promise.js'
import { type Ports, sleep } from './clock-and-random-ports.js'
import { openDeadline } from './deadline.js'
import { APIUserAbortError } from './errors.js'
import type { RequestOptions } from './options.js'
import { type Call, type PreparedRequest, prepareRequest } from './prepare-request.js'
import { readAnswer, toRawResponse } from './read-answer.js'
import { readText } from './read-text.js'
import { header } from './response-meta.js'
import { pauseBeforeRetry } from './retry.js'
import { atLeast, type Settings } from './settings.js'

/** The one door to the service: everything but streams goes through it. */
export type Send = <T>(call: Call, options?: RequestOptions) => APIPromise<T>

/** The same for methods of endpoints. */
export type Ask = <T>(
  method: Call['method'],
  path: string,
  call: Omit<Call, 'method' | 'path'>,
  options?: RequestOptions,
) => APIPromise<T>

export function createSend(settings: Settings, ports: Ports): Send {
  async function deliver<T>(call: Call, options: RequestOptions): Promise<RawResponse<T>> {
    const request = prepareRequest(call, options, settings)
    const maxRetries = atLeast(0, 'maxRetries', options.maxRetries ?? settings.maxRetries)
    const maxRetryDelay = atLeast(0, 'maxRetryDelay', options.maxRetryDelay ?? settings.maxRetryDelay)
    const host = new URL(request.url).host
    for (let retries = 0; ; retries++) {
      const about = { method: call.method, path: call.path, host, attempt: retries + 1 }
      const sentAtMs = ports.now()
      try {
        const { response, text } = await exchange(request, options)
        settings.log.debug('answered', {
          ...about,
          status: response.status,
          durationMs: ports.now() - sentAtMs,
          requestId: header(response.headers, 'X-Request-Id'),
        })
        // An earlier attempt, whose answer was lost, has deleted it already.
        if (retries > 0 && call.method === 'DELETE' && response.status === 404)
          return toRawResponse(undefined as T, response)
        return readAnswer<T>(response, text, request.mediaType, ports.now())
      } catch (error) {
        const mayRepeat = request.repeatable && retries < maxRetries
        const pauseMs = mayRepeat
          ? pauseBeforeRetry(error, retries, { longestMs: maxRetryDelay, randomFraction: ports.random() })
          : null
        if (pauseMs === null) throw error
        settings.log.info('trying again', { ...about, pauseMs: Math.round(pauseMs), error })
        await sleep(pauseMs, ports, options.signal)
        if (options.signal?.aborted === true) throw new APIUserAbortError(options.signal.reason)
      }
    }
  }

  async function exchange({ url, init }: PreparedRequest, options: RequestOptions) {
    const timeout = atLeast(1, 'timeout', options.timeout ?? settings.timeout)
    const deadline = openDeadline(new URL(url).origin, options.signal, ports)
    try {
      deadline.extend(timeout, `No complete answer came within ${timeout} ms.`)
      const response = await deadline.hold(() => settings.fetch(url, { ...init, signal: deadline.signal }))
      return { response, text: await deadline.hold(() => readText(response)) }
    } finally {
      deadline.end()
    }
  }

  return (call, options = {}) => new APIPromise(deliver(call, options))
}
