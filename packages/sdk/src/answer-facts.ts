/** How much of an allowance is left. */
export type Allowance = {
  readonly limit: number
  readonly remaining: number
  /** Until there is more again; `null` when the service does not say. */
  readonly resetSeconds: number | null
}

/** What the headers of an answer tell about it. */
export type AnswerFacts = {
  /** Requests in any 60 seconds; `null` before the key was recognised. */
  readonly rateLimit: Allowance | null
  /** Requests in the calendar month (UTC). */
  readonly quota: Allowance | null
  /** Names the request in the logs of the service: quote it when you ask for help. */
  readonly requestId: string | null
  /** The prices come from simulated exchanges: they never existed. */
  readonly simulated: boolean
}

export const readFacts = (headers: Headers): AnswerFacts => ({
  rateLimit: allowance(
    headers.get('X-RateLimit-Limit-Minute'),
    headers.get('X-RateLimit-Remaining-Minute'),
    headers.get('RateLimit-Reset'),
  ),
  quota: allowance(
    headers.get('X-Quota-Limit'),
    headers.get('X-Quota-Remaining'),
    /"month";r=\d+;t=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1],
  ),
  requestId: headers.get('X-Request-Id'),
  simulated: headers.get('X-Simulated') === 'true',
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
  const text = headers.get('Retry-After') ?? ''
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return Math.ceil(Number(text))
  // JavaScript takes any number for a date: -5 is a day in May 2001.
  const untilMs = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}
