import type { Profile } from '@p2p-rates/contract'
import type { Logger, LogLevel } from './log.js'

/** `globalThis.fetch` or something like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type P2POptions = {
  /** Default: `P2P_API_KEY` of the environment. `null` sends none, for a proxy that adds it. */
  readonly apiKey?: string | null | undefined
  /** `https://host` or the full `https://host/api/v1`. Default: `P2P_BASE_URL` of the environment. */
  readonly baseUrl?: string | undefined
  /** Milliseconds for one attempt, from the first byte sent to the last byte read. Default: 30000. */
  readonly timeout?: number | undefined
  /** Attempts after the first one, for temporary failures. Default: 2. */
  readonly maxRetries?: number | undefined
  /** Milliseconds. An error that asks for a longer wait, such as a used-up quota, is thrown at once. Default: 60000. */
  readonly maxRetryDelay?: number | undefined
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined
  /** `Headers` class for requests, to go with a custom `fetch`. Default: `globalThis.Headers`, looked up on use. */
  readonly Headers?: typeof Headers | undefined
  /** Default: `console`. Keys and secrets are never logged. */
  readonly logger?: Logger | undefined
  /** Default: `P2P_LOG` of the environment, else `warn`. */
  readonly logLevel?: LogLevel | undefined
  /** Sent with every request. They replace our own headers of the same name in any case. */
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined
  /**
   * Person for whom all prices are, as `profile` of an answer has it. Sent with questions whose answers depend on it.
   * Default: a usual caller.
   */
  readonly me?: Partial<Profile> | undefined
  /** Names your program to the operator, in the User-Agent. */
  readonly appInfo?: { readonly name: string; readonly version?: string; readonly url?: string } | undefined
}

/** Overrides for one call. */
export type RequestOptions = {
  /** Ends the call at once; it then rejects with `APIUserAbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined
  readonly maxRetries?: number | undefined
  /** Milliseconds. */
  readonly maxRetryDelay?: number | undefined
  /** Sent with this request. They replace other headers of the same name in any case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Names what a POST does, so that repeating it does it once. Made up where the service honours it. */
  readonly idempotencyKey?: string | undefined
}
