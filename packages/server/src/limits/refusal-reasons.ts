import { tooManyProblem } from '../base/errors/too-many.js'
import type { Refusal } from './limiter.js'

/** Concurrent requests per subject. Synchronous answers never reach it. */
export const maxAtOnce = 20

export type RefusalReason = Pick<Refusal, 'code' | 'message' | 'retryAfterSeconds' | 'allowedPerMinute'>

const problems = {
  month: tooManyProblem('month'),
  minute: tooManyProblem('minute'),
  atOnce: tooManyProblem('atOnce', maxAtOnce),
  notCounted: tooManyProblem('notCounted'),
}

export const refusalReason = (
  reason: keyof typeof problems,
  retryAfterSeconds = 1,
  allowedPerMinute = 60,
): RefusalReason => ({ ...problems[reason], retryAfterSeconds, allowedPerMinute })
