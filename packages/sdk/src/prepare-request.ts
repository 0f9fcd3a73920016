import { UsageError } from './errors.js'
import type { RequestOptions } from './options.js'
import type { SentHeaders } from './response-meta.js'
import type { Settings } from './settings.js'

export type Call = {
  readonly method: Method
  /** Below `/api/v1`, beginning with a slash. */
  readonly path: string
  /** Stand for what the path has in braces, whatever they contain. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object | undefined
  readonly body?: unknown
  /** The service does it once per `Idempotency-Key`. */
  readonly idempotent?: boolean
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type PreparedRequest = {
  readonly url: string
  readonly init: RequestInit
  /** Sending it twice does no more than sending it once. */
  readonly repeatable: boolean
  readonly mediaType: string
}

export function prepareRequest(
  call: Call,
  options: RequestOptions,
  settings: Settings,
  mediaType?: string,
): PreparedRequest {
  try {
    return write(call, options, settings, mediaType)
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError('The request has a header, an id or a body that cannot be sent.', { cause })
  }
}

function write(call: Call, options: RequestOptions, settings: Settings, mediaType?: string): PreparedRequest {
  const { method, path, params, body } = call
  if (!path.startsWith('/')) throw new UsageError('A path begins with a slash: /rates.')
  const query = new URLSearchParams(queryEntries(call.query))
  const accepts = mediaType ?? (query.get('format') === 'csv' ? 'text/csv' : 'application/json')
  const key = options.idempotencyKey ?? (call.idempotent === true ? crypto.randomUUID() : undefined)
  const headers = settings.newHeaders({
    Accept: accepts,
    ...settings.headers,
    ...settings.dataVersions.headers(),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === undefined ? {} : ({ 'Idempotency-Key': key } satisfies SentHeaders)),
  })
  for (const chosen of [settings.defaultHeaders, options.headers ?? {}])
    for (const [name, value] of Object.entries(chosen)) headers.set(name, value)
  return {
    url:
      settings.baseUrl + (params === undefined ? path : filled(path, params)) + (query.size === 0 ? '' : `?${query}`),
    init: {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect that is followed would carry the key to another place.
      redirect: 'manual',
    },
    repeatable: method !== 'POST' || key !== undefined,
    mediaType: accepts,
  }
}

function queryEntries(query: object = {}): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, queryValue(value)]]))
}

/** The service reads plain digits only: 0.0000001, never 1e-7. */
function queryValue(value: unknown): string {
  // Invalid dates are sent as text, so that the server rejects them.
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return typeof value === 'number' && Number.isFinite(value)
    ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : String(value)
}

const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name]))

function segment(text: string | undefined): string {
  // Dots alone would climb up the path.
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) throw new UsageError('An id must not be empty.')
  return encodeURIComponent(text)
}
