import { APIConnectionError, APIError, MalformedAnswerError } from './errors.js'

type RetryDelayLimits = {
  readonly longestMs: number
  /** From 0 up to 1: keeps many clients from coming back at once. */
  readonly randomFraction: number
}

/** Milliseconds until the next attempt; null if a retry is useless. */
export function pauseBeforeRetry(
  error: unknown,
  retries: number,
  { longestMs, randomFraction }: RetryDelayLimits,
): number | null {
  // A redirect would only come again.
  if (!isTemporary(error) || (error instanceof MalformedAnswerError && error.status >= 300)) return null
  const askedMs = retryAfterMs(error)
  if (askedMs !== null) return askedMs <= longestMs ? askedMs : null
  return randomFraction * Math.min(longestMs, 8_000, 500 * 2 ** retries)
}

/** Milliseconds until a broken stream reconnects, after consecutive failures. Null if reconnecting is useless. */
export function reconnectDelay(
  error: unknown,
  failures: number,
  { usualMs, longestMs, randomFraction }: RetryDelayLimits & { readonly usualMs: number },
): number | null {
  if (!isTemporary(error)) return null
  const askedMs = retryAfterMs(error) ?? 0
  if (askedMs > longestMs) return recoversByItself(error) ? longestMs : null
  return Math.max(askedMs, jitter(Math.min(longestMs, usualMs * 2 ** (failures - 1)), randomFraction))
}

export const jitter = (pauseMs: number, chance: number): number => (pauseMs * (1 + chance)) / 2

function isTemporary(error: unknown): boolean {
  if (error instanceof APIError) {
    const { status, code } = error
    // The first attempt of a repeated request may still be under way.
    return (status >= 500 && status !== 501) || status === 408 || status === 429 || code === 'idempotency_conflict'
  }
  return error instanceof APIConnectionError || error instanceof MalformedAnswerError
}

/** A failing service recovers, and one that still counts a broken stream will notice. A used-up quota stays so. */
const recoversByItself = (error: unknown): boolean =>
  error instanceof APIError && (error.status >= 500 || error.code === 'stream_limit')

const retryAfterMs = (error: unknown): number | null =>
  error instanceof APIError && error.retryAfter !== null ? error.retryAfter * 1000 : null
