export type Header<Name extends string = string> = {
  readonly name: Name
  readonly description: string
  readonly type: 'string' | 'integer'
  readonly example: string | number
}

export const textHeader = <Name extends string>(name: Name, example: string, description: string): Header<Name> => ({
  name,
  description,
  type: 'string',
  example,
})
const count = <Name extends string>(name: Name, example: number, description: string): Header<Name> => ({
  name,
  description,
  type: 'integer',
  example,
})

/** Sent with every answer to a caller whose key is known, 429 included. */
export const limitHeaders = {
  plan: textHeader('X-Plan', 'Pro', 'Plan of the key.'),
  minuteLimit: count('X-RateLimit-Limit-Minute', 300, 'Requests allowed in any 60 seconds.'),
  minuteRemaining: count('X-RateLimit-Remaining-Minute', 299, 'Requests left at this moment.'),
  quotaLimit: count('X-Quota-Limit', 2_000_000, 'Requests allowed in the calendar month (UTC).'),
  quotaRemaining: count('X-Quota-Remaining', 1_999_999, 'Requests left in the calendar month.'),
  rateLimitLimit: count('RateLimit-Limit', 300, 'The per-minute limit, as older IETF drafts name it.'),
  rateLimitRemaining: count('RateLimit-Remaining', 299, 'Requests left at this moment, as older IETF drafts name it.'),
  rateLimitReset: count('RateLimit-Reset', 60, 'Seconds until more requests are left than now.'),
  rateLimitPolicy: textHeader(
    'RateLimit-Policy',
    '"minute";q=300;w=60, "month";q=2000000',
    'Both limits as the current IETF draft writes them: q requests in w seconds.',
  ),
  rateLimit: textHeader(
    'RateLimit',
    '"minute";r=299;t=60, "month";r=1999999;t=864000',
    'Remaining requests of both limits: r requests, reset in t seconds.',
  ),
} as const satisfies Record<string, Header>

export const answerHeaders = {
  requestId: textHeader('X-Request-Id', '01J9Z3M7Q4T8', 'Id of this request in the logs of the service.'),
  clamped: textHeader('X-Clamped', 'rows', 'Names of the parameters that were lowered to the largest allowed value.'),
  hint: textHeader(
    'X-Hint',
    '`payment_method`: The dictionary does not know this payment method. Did you mean `monobank`?',
    'Warning about a value that was accepted but is probably a mistake.',
  ),
  simulated: textHeader(
    'X-Simulated',
    'true',
    'Present when the prices come from simulated exchanges: they never existed.',
  ),
  replay: textHeader(
    'X-Replay',
    '2026-11-23T08:15:00.000Z',
    'Present when an archive is replayed: the prices are of the past, as they were at this instant.',
  ),
  exchangeNames: textHeader(
    'X-Exchange-Names',
    'bazaar=Bazaar&souk=Grand+Souk',
    'Names of the exchanges that the operator has added, written like a query string.',
  ),
  dataVersion: count(
    'X-Data-Version',
    48_215,
    'Data version of this server, sent if several servers answer. Send it as `X-Min-Data-Version` to never receive older data.',
  ),
  retryAfter: count('Retry-After', 12, 'Seconds to wait before trying again.'),
  authenticate: textHeader('WWW-Authenticate', 'Bearer', 'Authentication scheme: send the key as a bearer token.'),
  allow: textHeader('Allow', 'GET, HEAD', 'Methods that this address supports.'),
  etag: textHeader('ETag', '"kJ2x0c9Q1m"', 'Version of this answer in this encoding, for If-None-Match.'),
  cacheControl: textHeader('Cache-Control', 'private, max-age=42', 'Seconds until newer data is expected, at most 60.'),
  vary: textHeader(
    'Vary',
    'X-API-Key, Authorization, Accept-Encoding',
    'Caches must separate answers by caller and encoding.',
  ),
  contentEncoding: textHeader(
    'Content-Encoding',
    'br',
    'Compression of a long cached answer: `br` or `gzip`, as `Accept-Encoding` allows.',
  ),
  idempotencyReplayed: textHeader(
    'Idempotency-Replayed',
    'true',
    'Present when this is the stored answer to an earlier request with the same Idempotency-Key.',
  ),
} as const satisfies Record<string, Header>

export const apiKeyHeader = 'X-API-Key'

export const requestHeaders = {
  ifNoneMatch: textHeader(
    'If-None-Match',
    '"kJ2x0c9Q1m"',
    'ETag of your stored answer; the server returns 304 if it is still current.',
  ),
  idempotencyKey: textHeader(
    'Idempotency-Key',
    '6f1a2c1e-9f0b-4f5e-8a51-0f6f3c7f2d10',
    'Makes repeating this request safe for 24 hours. At most 255 characters.',
  ),
  minDataVersion: textHeader(
    'X-Min-Data-Version',
    '48215',
    'Highest `X-Data-Version` received until now. Any of several servers then answers with at least this version.',
  ),
  lastEventId: textHeader('Last-Event-ID', '41', 'Id of the last event received. The newest data is sent in any case.'),
} as const satisfies Record<string, Header>

export type NamesOf<Headers extends Record<string, Header>> = Headers[keyof Headers]['name']

/** For those who carry no value of this package: the compiler knows the names. */
export type AnswerHeaderName = NamesOf<typeof limitHeaders> | NamesOf<typeof answerHeaders>
export type RequestHeaderName = NamesOf<typeof requestHeaders> | typeof apiKeyHeader
