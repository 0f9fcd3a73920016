import type { DeliveryHeaderName } from '@p2p-rates/contract'
import { type Bytes, encode, readBase64, readHex } from './hmac-and-encodings.js'

/** The headers of a delivery as frameworks give them, with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** One way in which a delivery is signed: the HMAC of prefix and body. */
export type SignatureScheme = {
  readonly timestamp: string
  readonly prefix: string
  readonly signatures: readonly Bytes[]
  readonly keyOf: (secret: string) => Bytes
}

/** The schemes whose headers are all there. Every delivery is signed in both. */
export function readSignatureSchemes(headers: WebhookHeaders): SignatureScheme[] {
  const read = (name: Lowercase<DeliveryHeaderName>) => readHeader(headers, name)
  return [
    readServiceScheme(read('x-service-timestamp'), read('x-service-signature')),
    readStandardScheme(read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')),
  ].flatMap((signed) => signed ?? [])
}
type HeaderText = string | undefined

/** `sha256=` and hex, keyed with the text of the secret. */
function readServiceScheme(timestamp: HeaderText, header: HeaderText): SignatureScheme | null {
  if (timestamp === undefined || header === undefined) return null
  const signature = header.startsWith('sha256=') ? readHex(header.slice(7)) : null
  return { timestamp, prefix: servicePrefix(timestamp), signatures: signature ? [signature] : [], keyOf: serviceKey }
}

/** Standard Webhooks: `v1,` and base64, several of them during a rotation, keyed with the decoded secret. */
function readStandardScheme(id: HeaderText, timestamp: HeaderText, header: HeaderText): SignatureScheme | null {
  if (id === undefined || timestamp === undefined || header === undefined) return null
  const signatures = header
    .split(' ', maxSignatures)
    .flatMap((text) => (text.startsWith('v1,') ? (readBase64(text.slice(3)) ?? []) : []))
  return { timestamp, prefix: standardPrefix(id, timestamp), signatures, keyOf: standardKey }
}

/** More signatures than this are an attempt to keep us busy. */
const maxSignatures = 8

export const servicePrefix = (timestamp: string): string => `${timestamp}.`
export const standardPrefix = (id: string, timestamp: string): string => `${id}.${timestamp}.`

export const serviceKey = (secret: string): Bytes => encode(secret)
export const standardKey = (secret: string): Bytes => readBase64(secret.slice('whsec_'.length)) ?? encode(secret)

function readHeader(headers: WebhookHeaders, name: string): HeaderText {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

/** Detects `Headers` without `instanceof`, because frameworks and test runners bring their own. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers?.get === 'function'
