import { answerHeaders, type ErrorResponse } from '@p2p-rates/contract'

/** An expected error with a documented code. Thrown where it occurs; the server sends it as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly problem: ErrorResponse,
    readonly headers: readonly string[] = [],
  ) {
    super(problem.message)
  }
}

/** No fresh price is available. Contains the time until the next one. */
export class DataUnavailableError extends ApiError {
  constructor(problem: ErrorResponse, retryAfterSeconds: number) {
    super(problem, retryAfter(Math.max(1, Math.ceil(retryAfterSeconds))))
  }
}

export const retryAfter = (seconds: number): readonly [name: string, value: string] => [
  answerHeaders.retryAfter.name,
  String(seconds),
]
