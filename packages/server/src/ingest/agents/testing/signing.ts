import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { collectorHeaders, collectorText } from '@p2p-rates/contract'

export function aSigningKey() {
  const { privateKey, publicText } = aKeyPair()

  const headersFor = (words: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly reporter: string
    readonly task?: string
    readonly nonce: string
    readonly body?: Uint8Array
  }): Record<string, string> => {
    const { body, task = '', ...rest } = words
    const digest = body === undefined ? '' : createHash('sha256').update(body).digest('hex')
    const text = collectorText({ ...rest, task, digest })
    return {
      [collectorHeaders.reporter]: words.reporter,
      [collectorHeaders.task]: task,
      [collectorHeaders.nonce]: words.nonce,
      [collectorHeaders.digest]: digest,
      [collectorHeaders.signature]: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    }
  }

  return { publicText, headersFor }
}

/** Avoid a leading `-`, because the public key is passed on command lines. */
function aKeyPair() {
  for (;;) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const publicText = String(publicKey.export({ format: 'jwk' }).x)
    if (!publicText.startsWith('-')) return { privateKey, publicText }
  }
}
