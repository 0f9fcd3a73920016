import { ApiError, ConnectionError, MalformedAnswerError } from './errors.js'

/** Whether the same request may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) {
    const { status, code } = error
    // The first attempt of a repeated request may still be under way.
    return (status >= 500 && status !== 501) || status === 408 || status === 429 || code === 'idempotency_conflict'
  }
  return error instanceof ConnectionError || error instanceof MalformedAnswerError
}

/** How long to wait before trying again; `null` = there is no use in trying. */
export function pauseBeforeRetry(error: unknown, retries: number, longestMs: number, chance: number): number | null {
  if (!isPassing(error)) return null
  const askedMs = retryAfterMs(error)
  if (askedMs !== null) return askedMs <= longestMs ? askedMs : null
  return Math.min(backOffMs(500, retries, 8_000, chance), longestMs)
}

export const retryAfterMs = (error: unknown): number | null =>
  error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : null

/** Doubles with every failure; chance spreads it from nothing to all, so that many clients do not come back at once. */
export const backOffMs = (firstMs: number, failures: number, longestMs: number, chance: number): number =>
  chance * Math.min(longestMs, firstMs * 2 ** failures)
