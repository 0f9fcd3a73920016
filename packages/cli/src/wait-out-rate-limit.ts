import type { APIPromise, P2P } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { say } from './words/say.js'

/** Seconds that the limit per minute asks for at most. A used-up monthly quota asks for more. */
const mostSeconds = 60

/** Answer to one of many requests. Pauses while the account's limit per minute is exceeded. */
export async function waitOutRateLimit<T>(cli: Cli, question: (p2p: P2P) => APIPromise<T>): Promise<T> {
  for (;;) {
    try {
      return await cli.request(question)
    } catch (error) {
      const seconds = secondsToWait(error)
      if (seconds === null) throw error
      cli.terminal.printNote(
        say('The per-minute limit of the account is reached; continuing in {seconds} s.', { seconds }),
      )
      await cli.sleep(seconds * 1_000)
    }
  }
}

function secondsToWait(error: unknown): number | null {
  const { code, retryAfter } = error as { readonly code?: unknown; readonly retryAfter?: unknown }
  if (code !== 'rate_limited' || typeof retryAfter !== 'number' || retryAfter > mostSeconds) return null
  return Math.max(1, retryAfter)
}
