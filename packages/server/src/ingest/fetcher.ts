import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { BookReading, ExchangeClient } from '@p2p-rates/core/node'
import type { Timers } from '../base/time/timers.js'
import type { MarketName } from './current-boards.js'
import type { FetchJob } from './fetch-queue.js'
import type { IngestContext } from './ingest-context.js'

export type BookClient = Pick<ExchangeClient, 'fetchBook'>

export type Fetcher = ReturnType<typeof createFetcher>

/** Asks one exchange, at the pace that it bears. */
export function createFetcher(
  exchange: ExchangeId,
  { client, time: { clock, timers } }: Pick<IngestContext, 'client' | 'time'>,
  pace: {
    readonly minIntervalMs: number
    /** Share of the usual pace; below 1 while the exchange throttles us. */
    readonly rate: () => number
    readonly ending: AbortSignal
  },
) {
  const { minIntervalMs, rate, ending } = pace
  let inFlight = 0
  /** When the last answer will have been worked off at this rate: every page costs one pause. */
  let slowUntilMonoMs = 0

  return {
    /** Milliseconds until the next request; null before an answer arrives. A throttled exchange gets one at a time. */
    waitMs: (): number | null => {
      const isSlowed = rate() < 1
      if (inFlight >= (isSlowed ? 1 : 2)) return null
      return isSlowed ? Math.max(0, slowUntilMonoMs - clock.monoMs()) : 0
    },
    /** Always resolves, with a fault if nothing came. Ads may be a little younger than `askedMonoMs`, never older. */
    fetchJob: async ({ market, stopAtMonoMs }: FetchJob) => {
      const askedMonoMs = clock.monoMs()
      const patienceMs = Math.min(longestReadingMs, stopAtMonoMs - askedMonoMs)
      inFlight += 1
      const reading = await fetchWithTimeout(client, timers, { exchange, ...market }, patienceMs, ending)
      inFlight -= 1
      const pages = reading.state === 'read' ? reading.pages : 1
      slowUntilMonoMs = askedMonoMs + Math.ceil((pages * minIntervalMs) / rate())
      return { reading, askedMonoMs }
    },
  }
}

/** Longer than any honest reading of all pages. */
const longestReadingMs = 60_000

/** Asks with limited patience. Always answers: a client that hangs or throws costs this one market and nothing else. */
const fetchWithTimeout = (
  client: BookClient,
  timers: Timers,
  market: MarketName,
  patienceMs: number,
  ending: AbortSignal,
): Promise<BookReading> =>
  new Promise((resolve) => {
    const giveUp = new AbortController()
    const stop = () => {
      giveUp.abort()
      end(tooLong)
    }
    const cancel = timers.after(patienceMs, stop)
    ending.addEventListener('abort', stop, { once: true })
    const end = (outcome: BookReading | Fault) => {
      cancel()
      ending.removeEventListener('abort', stop)
      resolve('state' in outcome ? outcome : { state: 'failed', fault: outcome })
    }
    // Use an async function, so that a synchronous throw becomes a rejection.
    const ask = async () => client.fetchBook(market, { signal: giveUp.signal })
    ask().then(end, () => end(broken))
  })

const tooLong: Fault = { kind: 'timeout', message: 'The exchange took longer than a whole cycle may wait for it.' }
const broken: Fault = { kind: 'schema_drift', message: 'The adapter of this exchange failed on the answer.' }

/** Learns from the exchanges' own answers that they are simulations: a forgotten setting misleads no reader. */
export function detectSimulation(client: BookClient, isKnown: boolean) {
  let isSimulated = isKnown
  const noticing: BookClient = {
    fetchBook: async (market, options) => {
      const reading = await client.fetchBook(market, options)
      if (reading.state === 'read' && reading.simulated === true) isSimulated = true
      return reading
    },
  }
  return { client: noticing, isSimulated: () => isSimulated }
}

export type ReadBook = Extract<BookReading, { state: 'read' }>

/**
 * Returns a board, a fault, or the first pages and the fault after them. An exchange that hides everything is believed
 * again when it shows a row, not when it shows nothing once more.
 */
export function classifyReading(
  reading: BookReading,
  hidesEverything: boolean,
): { readonly read: ReadBook | null; readonly fault: Fault | null } {
  if (reading.state === 'failed') return { read: null, fault: reading.fault }
  if (hidesEverything && reading.rowCount === 0) return { read: null, fault: emptyResult }
  return { read: reading, fault: reading.incomplete }
}

export const emptyResult: Fault = {
  kind: 'blocked',
  message: 'The exchange shows no ad in any currency: it may hide them from this address.',
}
