import type { ErrorCode, SmallestTrades } from '@p2p-rates/contract'
import type { Allowance, ResponseMeta } from './response-meta.js'

/** Everything this package throws or rejects with. */
export class P2PError extends Error {
  override readonly name: string = 'P2PError'
  /** One word for what went wrong; for an `APIError` a code of the service. */
  readonly code: ErrorCode | (string & {})

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The SDK was set up or called in a way that cannot work. Nothing was sent. */
export class UsageError extends P2PError {
  override readonly name = 'UsageError'
  constructor(message: string, options?: ErrorOptions) {
    super('usage', message, options)
  }
}

/** No answer arrived, or it broke off. */
export class APIConnectionError extends P2PError {
  override readonly name: string = 'APIConnectionError'
  constructor(message: string, options?: ErrorOptions, code = 'connection_failed') {
    super(code, message, options)
  }
}

/** No complete answer arrived in time. */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = 'APIConnectionTimeoutError'
  constructor(message: string) {
    super(message, undefined, 'timeout')
  }
}

/** The caller's signal ended the request. `cause` is the signal's reason. */
export class APIUserAbortError extends P2PError {
  override readonly name = 'APIUserAbortError'
  constructor(reason: unknown) {
    super('aborted', 'The request was aborted by its caller.', { cause: reason })
  }
}

/** Something answered, but not as this service does: a log-in page, a proxy, half a document. */
export class MalformedAnswerError extends P2PError {
  override readonly name = 'MalformedAnswerError'
  readonly status: number
  readonly requestId: string | null
  constructor(message: string, status: number, requestId: string | null, options?: ErrorOptions) {
    super('malformed_answer', message, options)
    this.status = status
    this.requestId = requestId
  }
}

export type APIErrorFacts = ResponseMeta & {
  readonly status: number
  readonly code: ErrorCode | (string & {})
  readonly message: string
  readonly param: string | null
  readonly suggestion: string | null
  readonly retryAfter: number | null
  readonly smallestTrade: SmallestTrades | null
  readonly headers: Headers
}

/** The service rejected the request. `code` is the reason, the class the kind of rejection. */
export class APIError extends P2PError {
  override readonly name: string = 'APIError'
  readonly status: number
  readonly headers: Headers
  /** Quote it when you ask the operator for help. */
  readonly requestId: string | null
  readonly rateLimit: Allowance | null
  readonly quota: Allowance | null
  /** Seconds until it makes sense to try again, when the service says so. */
  readonly retryAfter: number | null
  /** The parameter or body field that is wrong. */
  readonly param: string | null
  /** The word that was probably meant: a name of a parameter or field, or a value. */
  readonly suggestion: string | null
  /** With `data_unavailable`: the least that ads take, where none takes a normal amount. */
  readonly smallestTrade: SmallestTrades | null

  constructor(facts: APIErrorFacts) {
    super(facts.code, facts.message)
    this.status = facts.status
    this.headers = facts.headers
    this.requestId = facts.requestId
    this.rateLimit = facts.rateLimit
    this.quota = facts.quota
    this.retryAfter = facts.retryAfter
    this.param = facts.param
    this.suggestion = facts.suggestion
    this.smallestTrade = facts.smallestTrade
  }
}

/** 400, 405, 413, 415, 422: the request is wrong and will stay wrong. `param` names the culprit where there is one. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError'
}

/** 401: the key is missing, invalid or revoked. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError'
}

/** 403: the plan of the key does not include the endpoint. */
export class PlanRequiredError extends APIError {
  override readonly name = 'PlanRequiredError'
}

/** 404: nothing exists at this address, or it belongs to another account. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError'
}

/** 409: the account has as many webhooks as it may, or the same request is still being handled. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError'
}

/** 429: `code` names the limit (`rate_limited`, `quota_exceeded`, `stream_limit`), `retryAfter` its end. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError'
}

/** 500 and above: the service cannot answer at the moment. */
export class InternalServerError extends APIError {
  override readonly name: string = 'InternalServerError'
}

/** 503 `data_unavailable`: there are no fresh prices for this market. */
export class DataUnavailableError extends InternalServerError {
  override readonly name = 'DataUnavailableError'
}

/** 501 `needs_server`: a client without a server cannot do this. */
export class NeedsServerError extends InternalServerError {
  override readonly name = 'NeedsServerError'
}

export const apiError = (facts: APIErrorFacts): APIError => new (classOf(facts))(facts)

function classOf({ status, code }: APIErrorFacts): typeof APIError {
  if (code === 'data_unavailable') return DataUnavailableError
  if (status === 501) return NeedsServerError
  if (status >= 500) return InternalServerError
  return classes.get(status) ?? BadRequestError
}

const classes = new Map<number, typeof APIError>([
  [401, AuthenticationError],
  [403, PlanRequiredError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
])

/** The delivery is not genuine or not fresh. */
export class WebhookVerificationError extends P2PError {
  override readonly name = 'WebhookVerificationError'
  readonly reason: 'missing_headers' | 'wrong_time' | 'wrong_signature' | 'not_an_event'
  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super('webhook_verification_failed', message)
    this.reason = reason
  }
}
