import { ApiError } from '../base/errors/api-error.js'
import { retryAfter } from '../base/errors/retry-after.js'

/** Attempt counter. Returns null if the attempt is allowed, else the number of seconds to wait. */
export type AttemptCounter = { countAttempt(name: string): number | null | Promise<number | null> }

export async function reserveAuthAttempt(attempts: AttemptCounter, name: string, message: string): Promise<void> {
  const wait = await attempts.countAttempt(name)
  if (wait !== null) throw new ApiError({ code: 'rate_limited', message }, retryAfter(wait))
}
