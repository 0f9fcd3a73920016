import { createDataVersionTracker, type DataVersionTracker } from './data-version-tracker.js'
import { readEnvironment, runtimeName } from './environment.js'
import { UsageError } from './errors.js'
import { createLog, type Logger } from './log.js'
import type { Fetch, P2POptions } from './options.js'
import type { SentHeaders } from './response-meta.js'
import { version } from './version.js'

export type Settings = {
  /** Ends with `/api/v1`. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Headers of the program, which replace ours. */
  readonly defaultHeaders: Readonly<Record<string, string>>
  readonly timeout: number
  readonly maxRetries: number
  readonly maxRetryDelay: number
  readonly fetch: Fetch
  readonly dataVersions: DataVersionTracker
  readonly newHeaders: (entries: Record<string, string>) => Headers
  readonly log: Logger
}

export function readSettings(options: P2POptions): Settings {
  const apiKey = options.apiKey === undefined ? readEnvironment('P2P_API_KEY') : options.apiKey
  if (apiKey === undefined) throw new UsageError('There is no API key: set P2P_API_KEY or pass `apiKey`.')
  const address = options.baseUrl ?? readEnvironment('P2P_BASE_URL')
  if (address === undefined) throw new UsageError('There is no server address: set P2P_BASE_URL or pass `baseUrl`.')
  // Called without an object, because browsers refuse a fetch that is called as a method.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const dataVersions = createDataVersionTracker()
  return {
    baseUrl: completeUrl(address),
    headers: { ...keyHeader(apiKey), ...userAgent(options.appInfo) },
    defaultHeaders: options.defaultHeaders ?? {},
    timeout: atLeast(1, 'timeout', options.timeout ?? 30_000),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? 2),
    maxRetryDelay: atLeast(0, 'maxRetryDelay', options.maxRetryDelay ?? 60_000),
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      dataVersions.record(response.headers)
      return response
    },
    dataVersions,
    // Looked up late: in Node the global one loads all of its fetch.
    newHeaders: (entries) => new (options.Headers ?? globalThis.Headers)(entries),
    log: createLog(options.logger, options.logLevel),
  }
}

const prefix = '/api/v1'

function completeUrl(address: string): string {
  const text = address.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError('The server address must begin with https:// or http:// and be complete.')
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The server address must not contain a user name or password.')
  const path = url.pathname.replace(/\/+$/, '')
  return url.origin + (path.endsWith(prefix) ? path : path + prefix)
}

function keyHeader(apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {}
  const key = apiKey.trim()
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key is empty or has characters that no key has.')
  return { 'X-API-Key': key } satisfies SentHeaders
}

function userAgent(app: P2POptions['appInfo']): Record<string, string> {
  const runtime = runtimeName()
  if (runtime === null) return {}
  const name = app && [app.name, app.version].filter(Boolean).join('/') + (app.url ? ` (${app.url})` : '')
  const text = [`p2p-rates-sdk/${version}`, runtime, name].filter(Boolean).join(' ')
  return { 'User-Agent': text.replace(/[^\x20-\x7e]/g, '?') }
}

export function atLeast(least: number, name: string, value: number): number {
  if (value >= least) return value
  throw new UsageError(`\`${name}\` must be a number of at least ${least}.`)
}
