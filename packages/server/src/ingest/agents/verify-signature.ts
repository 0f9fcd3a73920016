import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { collectorText } from '@p2p-rates/contract'

/** Signed headers of a request, not verified yet. */
export type SignedRequest = Parameters<typeof collectorText>[0] & { readonly signature: string }

export function isSignedBy(publicKey: string, { signature, ...request }: SignedRequest): boolean {
  const key = publicKeyOf(publicKey)
  if (key === null) return false
  return verify(null, Buffer.from(collectorText(request), 'utf8'), key, Buffer.from(signature, 'base64url'))
}

export function publicKeyOf(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}
