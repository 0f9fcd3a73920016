import type { Rates } from '@p2p-rates/contract'
import { ApiError, ConnectionError, MalformedAnswerError } from './errors.js'
import type { ServerEvent } from './event-parser.js'
import { type ListenOptions, listen } from './listen.js'
import { type Ports, sleep } from './ports.js'
import { parse } from './read-answer.js'
import type { PreparedRequest } from './request.js'
import { isPassing, retryAfterMs } from './retry.js'
import type { Settings } from './settings.js'

type FollowOptions = ListenOptions & {
  /** Failures in a row before the first event ever; later ones are endured. */
  readonly maxRetries: number
  readonly maxRetryDelay: number
  readonly onRates: (rates: Rates) => void
}

/** The service asks to stay away this long before connecting again, unless it says otherwise. */
const usualRetryMs = 5_000

/** Stays connected: comes back after every end and every failure that passes. Rejects with one that does not. */
export async function follow(
  prepare: (headers: Record<string, string>) => PreparedRequest,
  options: FollowOptions,
  settings: Pick<Settings, 'fetch' | 'log'>,
  ports: Ports,
): Promise<never> {
  let last: ServerEvent | null = null
  let failures = 0
  for (;;) {
    let pauseMs: number | null
    try {
      const headers: Record<string, string> = last === null || last.id === '' ? {} : { 'Last-Event-ID': last.id }
      const before: ServerEvent | null = last
      for await (const event of listen(prepare(headers), options, settings, ports)) {
        if (event.type !== 'rates') continue
        failures = 0
        if (event.id === '' || event.id !== last?.id) options.onRates(readRates(event))
        last = event
      }
      if (last === before) throw new ConnectionError('The stream ended before its first event.')
      pauseMs = spread(last?.retryMs ?? usualRetryMs, ports)
    } catch (error) {
      failures++
      const mayReturn = last !== null || failures <= options.maxRetries
      pauseMs = mayReturn ? pauseBeforeReturn(error, last, failures) : null
      if (pauseMs === null) throw error
      settings.log.info('the stream broke, connecting again', { pauseMs: Math.round(pauseMs), error })
    }
    await sleep(pauseMs, ports, options.signal)
  }

  function pauseBeforeReturn(error: unknown, last: ServerEvent | null, failures: number): number | null {
    if (!isPassing(error)) return null
    const longestMs = options.maxRetryDelay
    const askedMs = retryAfterMs(error) ?? 0
    if (askedMs > longestMs) return last !== null && endsByItself(error) ? longestMs : null
    const backOffMs = (last?.retryMs ?? usualRetryMs) * 2 ** (failures - 1)
    return Math.max(askedMs, spread(Math.min(backOffMs, longestMs), ports))
  }
}

/** Half of it for certain: chance keeps many clients from coming back at once. */
const spread = (pauseMs: number, ports: Ports): number => (pauseMs * (1 + ports.random())) / 2

/** A service in trouble recovers, and one that still counts the broken stream will notice. A used-up quota stays. */
const endsByItself = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.code === 'stream_limit')

function readRates({ data }: ServerEvent): Rates {
  const value = parse(data)
  if (value === null) throw new MalformedAnswerError('An event of the stream is not a JSON document.', 200, null)
  return value as Rates
}
