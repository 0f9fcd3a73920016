import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'

/** How often something is heard of somebody: counts it, or says how many seconds to wait. */
export type Attempts = { begin(name: string): number | null }

/** Goes on, or refuses in these words. */
export function beginAttempt(attempts: Attempts, name: string, message: string): void {
  const wait = attempts.begin(name)
  if (wait !== null) throw new ApiError({ code: 'rate_limited', message }, retryAfter(wait))
}
