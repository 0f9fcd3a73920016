import type { Ad } from './ad.js'

/** Every way an exchange can fail us. Each is an ordinary outcome with one retry policy, never an exception. */
export const faultKinds = [
  'timeout',
  'network',
  'tls',
  'dns',
  'rate_limited',
  'blocked',
  'unavailable',
  'bad_response',
  'too_large',
  'redirect',
  'schema_drift',
  'no_market',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  readonly kind: FaultKind
  /** One sentence for a person; never carries the exchange's own text. */
  readonly message: string
  readonly httpStatus?: number
  /** How long the exchange asked us to wait. */
  readonly retryAfterSeconds?: number
}

/** Tells a fault from the value that stands beside it in a union. */
export const isFault = (value: object): value is Fault => 'kind' in value && 'message' in value

/** Why one row did not become an ad. `field` is our name or a wire path, never the wire's content. */
export type Rejection = { readonly row: number; readonly reason: string }

/** What one page of one exchange said. */
export type PageReading =
  | {
      readonly state: 'read'
      readonly ads: readonly Ad[]
      readonly rejected: readonly Rejection[]
      /** Rows that stood on the page, promoted and rejected ones included. */
      readonly rowCount: number
      /** Whether the exchange says or implies that another page follows. */
      readonly more: boolean
    }
  | { readonly state: 'failed'; readonly fault: Fault }
