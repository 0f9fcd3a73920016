import type { WebhookEvent } from '@p2p-rates/contract'
import { UsageError, WebhookVerificationError } from './errors.js'
import { type Bytes, encode, isSignature, joined } from './hmac-and-encodings.js'
import { parse } from './read-answer.js'
import { readCount } from './response-meta.js'
import { readSignatureSchemes, type SignatureScheme, type WebhookHeaders } from './webhook-schemes.js'

/** The body as it came, before any parser saw it. */
export type RawBody = string | Uint8Array | ArrayBuffer

export type VerifyOptions = {
  /** Maximum difference in seconds between the sender's clock and ours, in both directions. Default: 300. */
  readonly toleranceSeconds?: number | undefined
  /** Epoch milliseconds. Default: the present. */
  readonly now?: number | undefined
}

/**
 * Checks that a delivery is genuine and fresh, then reads it. Rejects with `WebhookVerificationError` otherwise.
 *
 * @param secret `whsec_...`; several while one replaces another.
 * @example
 * const event = await unwrapWebhook(await request.text(), request.headers, secret)
 * if (event.event === 'spread') console.log(event.data.route.net_profit_pct)
 */
export async function unwrapWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  await verifySignature(rawBody, headers, secret, options)
  const event = parse(new TextDecoder().decode(bytesOf(rawBody))) as WebhookEvent | null
  if (typeof event?.event === 'string' && typeof event.data === 'object') return event
  throw new WebhookVerificationError('not_an_event', 'The body is signed, but it is not an event.')
}

/**
 * Like `unwrapWebhook`, without reading the body. Rejects instead of answering `false`: a forgotten `await` must not
 * pass.
 */
export async function verifySignature(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<void> {
  const secrets = readSecrets(secret)
  const body = bytesOf(rawBody)
  const schemes = readSignatureSchemes(headers)
  if (schemes.length === 0) {
    throw new WebhookVerificationError('missing_headers', 'There is no complete set of signature headers.')
  }
  const timely = schemes.filter(({ timestamp }) => {
    const seconds = readCount(timestamp)
    return seconds !== null && Math.abs(now / 1000 - seconds) <= toleranceSeconds
  })
  if (timely.length === 0) {
    throw new WebhookVerificationError('wrong_time', 'The delivery was signed too long ago, or in the future.')
  }
  for (const candidate of timely) if (await isGenuine(candidate, secrets, body)) return
  throw new WebhookVerificationError('wrong_signature', 'No signature matches the body and the secret.')
}

async function isGenuine({ prefix, signatures, keyOf }: SignatureScheme, secrets: readonly string[], body: Bytes) {
  const content = joined(prefix, body)
  for (const secret of secrets)
    for (const signature of signatures) if (await isSignature(signature, keyOf(secret), content)) return true
  return false
}

/** Returns the trimmed secrets; throws unless each has the `whsec_` form. With an empty one, anyone could sign. */
export function readSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat().map((text) => String(text).trim())
  if (secrets.length > 0 && secrets.every((text) => /^whsec_[\w+/=-]{16,}$/.test(text))) return secrets
  throw new UsageError('A webhook secret begins with whsec_ and is shown when the webhook is created.')
}

/**
 * Detects bytes without `instanceof`, which misses those of another realm, as frameworks and test runners bring them.
 */
function bytesOf(body: RawBody): Bytes {
  if (typeof body === 'string') return encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new UsageError('Hand over the raw body, as text or bytes, from before any JSON parser.')
}
