import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { collectorText } from '@p2p-rates/contract'

/** What a remote collector has sent, before anything of it is believed. */
export type SignedWords = Omit<Parameters<typeof collectorText>[0], 'digest'> & {
  readonly body: Uint8Array
  readonly signature: string
}

/** Whether it was written with the other half of this key, every byte of it. */
export function isSignedBy(publicKey: string, { body, signature, ...words }: SignedWords): boolean {
  const key = publicKeyOf(publicKey)
  if (key === null) return false
  const text = collectorText({ ...words, digest: createHash('sha256').update(body).digest('hex') })
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64url'))
}

/** Null where it is no Ed25519 key. */
export function publicKeyOf(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}
