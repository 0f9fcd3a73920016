import type { Fault } from '../fault.js'
import type { Exchange, WireRequest } from './define-exchange.js'

/** An operator's key for the official interface of one exchange. */
export type ExchangeKey = {
  readonly key: string
  readonly secret: string
  /** Where the exchange wants a third word; see `Signing.passphrase`. */
  readonly passphrase?: string | undefined
}

/** A request as its signature covers it: texts exactly as they are sent. */
export type SignableRequest = {
  readonly method: WireRequest['method']
  readonly path: string
  /** Without the question mark; empty without a query. */
  readonly query: string
  /** Empty without a body. */
  readonly body: string
  readonly key: string
  /** Empty where there is none. */
  readonly passphrase: string
  readonly atMs: number
}

/** How an exchange wants its requests signed. The digest itself is made where there is a clock and a secret. */
export type Signing = {
  readonly hash: 'sha256' | 'sha512'
  readonly encoding: 'hex' | 'base64'
  /** Keys of this exchange come with a passphrase, which is sent along. */
  readonly passphrase?: true
  readonly text: (request: SignableRequest) => string
  /** What carries key, time, signature and passphrase. */
  readonly headers: (request: SignableRequest, signature: string) => Readonly<Record<string, string>>
}

/**
 * The official interface of an exchange, for who has a key: another way to ask the same exchange for the same ads. Its
 * lists of names are those of the open wire.
 */
export type SignedWire = {
  readonly wire: Omit<Exchange, 'signed' | 'dictionary'>
  readonly signing: Signing
  /** Where the exchange tells what a key may do: `true` for one that may read and nothing else. */
  readonly rights?: {
    readonly request: WireRequest
    readonly readsOnly: (body: unknown) => boolean | Fault
  }
}
