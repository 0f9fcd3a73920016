import type { Rates } from '@p2p-rates/contract'
import { type Ports, sleep } from './clock-and-random-ports.js'
import { APIConnectionError, MalformedAnswerError } from './errors.js'
import type { ServerEvent } from './event-parser.js'
import type { PreparedRequest } from './prepare-request.js'
import { parse } from './read-answer.js'
import { type ReadEventsOptions, readEvents } from './read-events.js'
import type { SentHeaders } from './response-meta.js'
import { jitter, pauseBeforeRetry, reconnectDelay } from './retry.js'
import type { Settings } from './settings.js'

type StayConnectedOptions = ReadEventsOptions & {
  /** Failures in a row before the first event; later ones are not limited. */
  readonly maxRetries: number
  readonly maxRetryDelay: number
  readonly onRates: (rates: Rates) => void
}

/** Stays connected until aborted, across ends and temporary failures. Rejects with a lasting failure. */
export async function stayConnected(
  prepare: (headers: Record<string, string>) => PreparedRequest,
  options: StayConnectedOptions,
  settings: Pick<Settings, 'fetch' | 'log'>,
  ports: Ports,
): Promise<void> {
  let last: ServerEvent | null = null
  let failures = 0

  async function connect(): Promise<void> {
    const before = last
    for await (const event of readEvents(prepare(lastEventId(before)), options, settings, ports)) {
      if (event.type !== 'rates') continue
      if (event.id === '' || event.id !== last?.id) options.onRates(readRates(event))
      last = event
      failures = 0
    }
    if (last === before) throw new APIConnectionError('The stream ended without an event.')
  }

  function pauseAfter(error: unknown): number | null {
    const pauses = { longestMs: options.maxRetryDelay, randomFraction: ports.random() }
    if (last !== null) return reconnectDelay(error, failures, { ...pauses, usualMs: usualPauseMs(last) })
    return failures <= options.maxRetries ? pauseBeforeRetry(error, failures - 1, pauses) : null
  }

  while (!options.signal.aborted) {
    let pauseMs: number | null
    try {
      await connect()
      pauseMs = jitter(usualPauseMs(last), ports.random())
    } catch (error) {
      failures++
      pauseMs = pauseAfter(error)
      if (pauseMs === null) throw error
      settings.log.info('the stream broke, connecting again', { pauseMs: Math.round(pauseMs), error })
    }
    await sleep(pauseMs, ports, options.signal)
  }
}

const lastEventId = (last: ServerEvent | null): Record<string, string> =>
  last === null || last.id === '' ? {} : ({ 'Last-Event-ID': last.id } satisfies SentHeaders)

/** The pause that the service asked for, between one second and one minute. */
const usualPauseMs = (last: ServerEvent | null): number => Math.min(60_000, Math.max(1_000, last?.retryMs ?? 5_000))

function readRates({ data }: ServerEvent): Rates {
  const value = parse(data)
  if (value === null) throw new MalformedAnswerError('An event of the stream is not a JSON document.', 200, null)
  return value as Rates
}
