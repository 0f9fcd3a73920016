import type { ExchangeId } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { FetchJob } from './fetch-queue.js'
import { type BookClient, fetchWithTimeout } from './fetch-with-timeout.js'
import { backlogDoneAt, delayFor } from './request-pace.js'

export interface Fetcher {
  /** Milliseconds until the next request; `null`: not before an answer has come. */
  waitMs(): number | null
  /** Always resolves, with a fault where nothing came. */
  fetchJob(entry: FetchJob): Promise<DatedReading>
}

/** `askedMonoMs`: its ads may be a little younger, never older. */
export type DatedReading = { readonly reading: BookReading; readonly askedMonoMs: number }

export function createFetcher(
  exchange: ExchangeId,
  ports: {
    readonly client: BookClient
    readonly clock: Clock
    readonly timers: Timers
    readonly minIntervalMs: number
    readonly rate: () => number
    readonly ending: AbortSignal
  },
): Fetcher {
  const { client, clock, timers, minIntervalMs, rate, ending } = ports
  let inFlight = 0
  let slowUntilMonoMs = 0

  return {
    waitMs: () => delayFor({ rate: rate(), inFlight, slowUntilMonoMs }, clock.monoMs()),
    fetchJob: async ({ market, stopAtMonoMs }) => {
      const askedMonoMs = clock.monoMs()
      const patienceMs = Math.min(longestReadingMs, stopAtMonoMs - askedMonoMs)
      inFlight += 1
      const reading = await fetchWithTimeout(client, timers, { exchange, ...market }, patienceMs, ending)
      inFlight -= 1
      const pages = reading.state === 'read' ? reading.pages : 1
      slowUntilMonoMs = backlogDoneAt(askedMonoMs, pages, minIntervalMs, rate())
      return { reading, askedMonoMs }
    },
  }
}

/** Longer than any honest reading of all pages. */
const longestReadingMs = 60_000
