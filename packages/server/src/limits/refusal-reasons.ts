import type { Refusal } from './limiter.js'

/** Concurrent requests per subject. Synchronous answers never reach it. */
export const maxAtOnce = 20

export type RefusalReason = Pick<Refusal, 'code' | 'message' | 'retryAfterSeconds' | 'allowedPerMinute'>

export const monthUsedUp = (perMinute: number, retryAfterSeconds: number): RefusalReason => ({
  code: 'quota_exceeded',
  message: 'The monthly quota of this account is used up.',
  retryAfterSeconds,
  allowedPerMinute: perMinute,
})

export const minuteUsedUp = (perMinute: number, retryAfterSeconds: number): RefusalReason => ({
  code: 'rate_limited',
  message: 'The per-minute limit of this account is exceeded.',
  retryAfterSeconds,
  allowedPerMinute: perMinute,
})

export const tooManyAtOnce: RefusalReason = {
  code: 'rate_limited',
  message: `At most ${maxAtOnce} requests of an account are answered at the same time.`,
  retryAfterSeconds: 1,
  allowedPerMinute: 60,
}
