import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'

/** How many wrong passwords are heard, by the network they come from and by the address they are tried on. */
export interface Guesses {
  /** Counts as wrong from the start, so that guesses at once are counted, too. */
  begin(network: string, email: string): GuessBegun | Promise<GuessBegun>
}

type GuessBegun = Guess | { readonly waitSeconds: number }

/** One password that is being judged. */
export type Guess = { wasRight(): void }

/** A guess that may be judged, or the refusal. It says the same of addresses that we know and that we do not. */
export async function beginGuess(guesses: Guesses, network: string, email: string): Promise<Guess> {
  const guess = await guesses.begin(network, email)
  if (!('waitSeconds' in guess)) return guess
  throw new ApiError(
    { code: 'rate_limited', message: 'Too many wrong passwords. Wait before you try again.' },
    retryAfter(guess.waitSeconds),
  )
}
