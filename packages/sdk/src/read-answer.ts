import type { ErrorBody, SmallestTrades } from '@p2p-rates/contract'
import type { RawResponse } from './api-promise.js'
import { apiError, MalformedAnswerError, type P2PError } from './errors.js'
import { header, readResponseMeta, readRetryAfter } from './response-meta.js'

/** Parse a response. Throws the matching error if it is a refusal or malformed. */
export function readAnswer<T>(response: Response, text: string, mediaType: string, nowMs: number): RawResponse<T> {
  if (!response.ok) throw readErrorResponse(response, text, nowMs)
  if (response.status === 204) return toRawResponse(undefined as T, response)
  if (!mediaTypeOf(response).startsWith(mediaType)) throw malformed(response, `is not ${mediaType}`)
  return toRawResponse((mediaType === 'application/json' ? readJson(response, text) : text) as T, response)
}

export const toRawResponse = <T>(data: T, response: Response): RawResponse<T> => ({
  data,
  response,
  ...readResponseMeta(response.headers),
  clamped: header(response.headers, 'X-Clamped')?.split(/,\s*/) ?? [],
  hint: header(response.headers, 'X-Hint'),
})

export function readErrorResponse(response: Response, text: string, nowMs: number): P2PError {
  const { status, statusText, headers } = response
  if (status === 304) return malformed(response, 'is what you have already: leave out If-None-Match')
  if (status < 400) return malformed(response, 'is a redirect, and redirects are not followed')
  const detail = readDetail(text)
  return apiError({
    status,
    headers,
    code: detail?.code ?? `http_${status}`,
    message: detail?.message ?? `The service answered ${[status, statusText].join(' ').trim()}.`,
    param: detail?.param ?? null,
    suggestion: detail?.suggestion ?? null,
    smallestTrade: detail?.smallest_trade ?? null,
    retryAfter: readRetryAfter(headers, nowMs),
    ...readResponseMeta(headers),
  })
}

export const mediaTypeOf = ({ headers }: Response): string => headers.get('Content-Type')?.toLowerCase() ?? ''

export const malformed = (response: Response, what: string, cause?: unknown): MalformedAnswerError =>
  new MalformedAnswerError(`The answer ${what}.`, response.status, header(response.headers, 'X-Request-Id'), { cause })

function readJson(response: Response, text: string): object {
  const value = parse(text)
  if (value === null) throw malformed(response, 'is not a complete JSON document')
  return value
}

/** An object or array; `null` for anything else, since no answer is a bare word. */
export function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Proxies between may answer in a shape of their own. */
function readDetail(text: string): ErrorBody['detail'] | null {
  const { detail } = (parse(text) ?? {}) as { readonly detail?: Partial<Record<string, unknown>> | null }
  if (typeof detail?.code !== 'string' || typeof detail.message !== 'string') return null
  const { code, message, param, suggestion, smallest_trade: least } = detail
  return {
    code,
    message,
    ...(typeof param === 'string' ? { param } : {}),
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
    ...(typeof least === 'object' && least !== null ? { smallest_trade: least as SmallestTrades } : {}),
  }
}
