const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits before each attempt, counted from the failure before it: dense while prices are fresh, then over three days. */
const waitsMs = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, hour, 4 * hour, 10 * hour, 24 * hour, 34 * hour]

/** The failure with which a webhook is disabled. */
export const maxFailures = waitsMs.length

const jitter = 0.1
const longestAskedMs = 24 * hour

/** No wait is longer, whatever a receiver asks for or a clock says. */
export const longestWaitMs = 34 * hour * (1 + jitter)

/** `random` is at least 0 and below 1. A receiver may ask for a longer wait, not for a shorter one. */
export function waitAfterFailuresMs(failures: number, random: number, askedMs: number): number {
  const planned = (waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0) * (1 + random * jitter)
  return Math.max(planned, Math.min(askedMs, longestAskedMs))
}

/** Parses `Retry-After`, as seconds or a date. Returns 0 for an unreadable value. */
export function readRetryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0
  if (/^\d+$/.test(header)) return Number(header) * second
  const untilMs = Date.parse(header)
  return Number.isNaN(untilMs) ? 0 : Math.max(0, untilMs - nowMs)
}
