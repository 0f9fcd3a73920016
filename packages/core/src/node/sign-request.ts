import { createHash, createHmac } from 'node:crypto'
import type { WireRequest } from '../exchanges/define-exchange.js'
import type { ExchangeKey, Signing } from '../exchanges/signed-wire.js'
import { bodyText, queryText } from './query-and-body-text.js'

/** Add what proves possession of the key to a request. The secret is used for the digest alone. */
export function signRequest(request: WireRequest, signing: Signing, key: ExchangeKey, atMs: number): WireRequest {
  const { method, path } = request
  const texts = { query: queryText(request), body: bodyText(request) ?? '' }
  const signable = { method, path, ...texts, bodyDigest: '', key: key.key, passphrase: key.passphrase ?? '', atMs }
  if (signing.plain === true) return { ...request, headers: { ...request.headers, ...signing.headers(signable) } }
  const { hash, encoding } = signing
  const digested = { ...signable, bodyDigest: createHash(hash).update(texts.body).digest('hex') }
  const signature = createHmac(hash, key.secret ?? '')
    .update(signing.text(digested))
    .digest(encoding)
  return {
    ...request,
    query: { ...request.query, ...signing.query?.(digested, signature) },
    headers: { ...request.headers, ...signing.headers(digested, signature) },
  }
}
