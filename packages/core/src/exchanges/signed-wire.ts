import type { Fault } from '../fault.js'
import type { Exchange, Schema, WireRequest } from './define-exchange.js'

/** An operator's key for the official interface of one exchange. */
export type ExchangeKey = {
  readonly key: string
  /** Absent if the exchange takes the key alone. */
  readonly secret?: string | undefined
  readonly passphrase?: string | undefined
  /** One of `SignedWire.regions`. Default: the exchange's main address. */
  readonly region?: string | undefined
}

/** A request as its signature covers it: texts exactly as they are sent. */
export type SignableRequest = {
  readonly method: WireRequest['method']
  readonly path: string
  /** Without the question mark; empty without a query. */
  readonly query: string
  readonly body: string
  /** Digest of the body by the hash of the signature, in hexadecimal digits. */
  readonly bodyDigest: string
  readonly key: string
  readonly passphrase: string
  readonly atMs: number
}

/** Proof that a request comes from the owner of a key: a signature, or the key alone. */
export type Signing = Signature | PlainKey

/** Signature scheme of an exchange. It has no clock and no secret, so `signRequest` computes the digests. */
type Signature = {
  readonly plain?: never
  readonly hash: 'sha256' | 'sha512'
  readonly encoding: 'hex' | 'base64'
  /** Keys of this exchange come with a passphrase, which is sent along. */
  readonly passphrase?: true
  readonly text: (request: SignableRequest) => string
  readonly headers: (request: SignableRequest, signature: string) => Readonly<Record<string, string>>
  /** Parameters to append to the query, for exchanges that expect the signature there. */
  readonly query?: (request: SignableRequest, signature: string) => Readonly<Record<string, string>>
}

type PlainKey = {
  readonly plain: true
  readonly headers: (request: SignableRequest) => Readonly<Record<string, string>>
}

/** Parts that a key needs next to `key`. */
export function secretsOf(signing: Signing): readonly ('secret' | 'passphrase')[] {
  if (signing.plain === true) return []
  return signing.passphrase === true ? ['secret', 'passphrase'] : ['secret']
}

/** Official interface of an exchange for key holders, for the same ads. Name lists come from the open interface. */
export type SignedWire = {
  readonly wire: Omit<Exchange, 'signed' | 'dictionary'>
  readonly signing: Signing
  /** Region of a key → origin of the interface for keys of this region. */
  readonly regions?: ReadonlyMap<string, string>
  /** Check of the rights of a key, if the exchange reports them. `true` = the key can only read. */
  readonly rights?: {
    readonly request: WireRequest
    readonly readsOnly: (body: unknown) => boolean | Fault
  }
}

/** Reader of the rights of a key, for `SignedWire.rights`. */
export const readsOnlyIf =
  <Answer>(
    name: string,
    refusal: (body: unknown) => Fault | null,
    shape: Schema<Answer>,
    isReadOnly: (answer: Answer) => boolean,
  ) =>
  (body: unknown): boolean | Fault => {
    const answer = shape.safeParse(body)
    const unknownShape = `${name} tells the rights of a key in an unknown shape.`
    return refusal(body) ?? (answer.success ? isReadOnly(answer.data) : { kind: 'schema_drift', message: unknownShape })
  }
