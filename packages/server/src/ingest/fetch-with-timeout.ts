import type { ExchangeId, Fault, Side } from '@p2p-rates/core'
import type { BookReading, ExchangeClient } from '@p2p-rates/core/node'
import type { Timers } from '../base/time/timers.js'

export type BookClient = Pick<ExchangeClient, 'fetchBook'>

/** Asks with limited patience. Always answers: a client that hangs or throws costs this one market and nothing else. */
export const fetchWithTimeout = (
  client: BookClient,
  timers: Timers,
  market: { readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side },
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
