const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits before each attempt, counted from the failure before it: dense while prices are fresh, then over three days. */
const waitsMs = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, hour, 4 * hour, 10 * hour, 24 * hour, 34 * hour]

/** The failure with which a webhook is disabled. */
export const maxFailures = waitsMs.length

const longestAskedMs = 24 * hour

/** How long to wait after that many failures in a row. `random` is from 0 up to 1; a receiver may ask for more time, not for less. */
export const waitAfterFailuresMs = (failures: number, random: number, retryAfterSeconds: number | null): number => {
  const planned = (waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0) * (1 + random * 0.1)
  return Math.max(planned, Math.min((retryAfterSeconds ?? 0) * second, longestAskedMs))
}
