import type { ErrorResponse } from '@p2p-rates/contract'
import { retryAfter } from './retry-after.js'

/** An expected refusal: thrown where it is found, answered in the documented shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly problem: ErrorResponse,
    readonly headers: readonly string[] = [],
  ) {
    super(problem.message)
  }
}

/** There is no fresh price to tell. Says when the next one is expected. */
export class DataUnavailableError extends ApiError {
  constructor(problem: ErrorResponse, retryAfterSeconds: number) {
    super(problem, retryAfter(Math.max(1, Math.ceil(retryAfterSeconds))))
  }
}
