import type { AnswerHeaderName, RequestHeaderName } from '@p2p-rates/contract'

/** Limit, with the number of remaining requests. */
export type Allowance = {
  readonly limit: number
  readonly remaining: number
  /** Until there is more again; `null` when the service does not say. */
  readonly resetSeconds: number | null
}

/** The value under a name of the contract; another name does not compile. */
export const header = (headers: Headers, name: AnswerHeaderName): string | null => headers.get(name)

export type SentHeaders = Partial<Record<RequestHeaderName, string>>

/** Limits and facts from the headers of an answer. */
export type ResponseMeta = {
  /** Requests in any 60 seconds; `null` before the key was recognised. */
  readonly rateLimit: Allowance | null
  /** Requests in the calendar month (UTC). */
  readonly quota: Allowance | null
  /** Names the request in the logs of the service: quote it when you ask for help. */
  readonly requestId: string | null
  /** The prices come from simulated exchanges: they never existed. */
  readonly simulated: boolean
  /** The prices are of the past: an archive is replayed, and this is its instant. `null` in the present. */
  readonly replayedAt: string | null
}

export const readResponseMeta = (headers: Headers): ResponseMeta => ({
  rateLimit: allowance(
    header(headers, 'X-RateLimit-Limit-Minute'),
    header(headers, 'X-RateLimit-Remaining-Minute'),
    header(headers, 'RateLimit-Reset'),
  ),
  quota: allowance(
    header(headers, 'X-Quota-Limit'),
    header(headers, 'X-Quota-Remaining'),
    /"month";r=\d+;t=(\d+)/.exec(header(headers, 'RateLimit') ?? '')?.[1],
  ),
  requestId: header(headers, 'X-Request-Id'),
  simulated: header(headers, 'X-Simulated') === 'true',
  replayedAt: header(headers, 'X-Replay'),
})

function allowance(limitText: string | null, remainingText: string | null, resetText: string | null | undefined) {
  const limit = readCount(limitText)
  const remaining = readCount(remainingText)
  return limit === null || remaining === null ? null : { limit, remaining, resetSeconds: readCount(resetText) }
}

export const readCount = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Seconds to wait. Services say it in seconds, proxies between may say it as a date. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = header(headers, 'Retry-After') ?? ''
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return Math.ceil(Number(text))
  // JavaScript takes any number for a date: -5 is a day in May 2001.
  const untilMs = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}
