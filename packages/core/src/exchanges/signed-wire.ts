import type { Fault } from '../fault.js'
import type { Exchange, WireRequest } from './define-exchange.js'

/** An operator's key for the official interface of one exchange. */
export type ExchangeKey = {
  readonly key: string
  readonly secret: string
  readonly passphrase?: string | undefined
}

/** A request as its signature covers it: texts exactly as they are sent. */
export type SignableRequest = {
  readonly method: WireRequest['method']
  readonly path: string
  /** Without the question mark; empty without a query. */
  readonly query: string
  readonly body: string
  readonly key: string
  readonly passphrase: string
  readonly atMs: number
}

/**
 * Signature scheme of an exchange. `signRequest` computes the digest, because this value has no clock and no secret.
 */
export type Signing = {
  readonly hash: 'sha256' | 'sha512'
  readonly encoding: 'hex' | 'base64'
  /** Keys of this exchange come with a passphrase, which is sent along. */
  readonly passphrase?: true
  readonly text: (request: SignableRequest) => string
  readonly headers: (request: SignableRequest, signature: string) => Readonly<Record<string, string>>
}

/**
 * Official interface of an exchange for key holders: another way to request the same ads. Its name lists come from the
 * open interface.
 */
export type SignedWire = {
  readonly wire: Omit<Exchange, 'signed' | 'dictionary'>
  readonly signing: Signing
  /** Check of the rights of a key, if the exchange reports them. `true` = the key can only read. */
  readonly rights?: {
    readonly request: WireRequest
    readonly readsOnly: (body: unknown) => boolean | Fault
  }
}
