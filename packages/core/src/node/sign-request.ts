import { createHmac } from 'node:crypto'
import type { WireRequest } from '../exchanges/define-exchange.js'
import type { ExchangeKey, Signing } from '../exchanges/signed-wire.js'
import { bodyText, queryText } from './query-and-body-text.js'

/** Add the headers that prove possession of the key. The secret is used for the digest alone. */
export function signRequest(request: WireRequest, signing: Signing, key: ExchangeKey, atMs: number): WireRequest {
  const { method, path } = request
  const texts = { query: queryText(request), body: bodyText(request) ?? '' }
  const signable = { method, path, ...texts, key: key.key, passphrase: key.passphrase ?? '', atMs }
  const signature = createHmac(signing.hash, key.secret).update(signing.text(signable)).digest(signing.encoding)
  return { ...request, headers: { ...request.headers, ...signing.headers(signable, signature) } }
}
