import type { DeliveryHeaderName } from '@p2p-rates/contract'
import { encode, joined, sign, writeBase64, writeHex } from './hmac-and-encodings.js'
import { readSecrets } from './verify-webhook.js'
import { serviceKey, servicePrefix, standardKey, standardPrefix } from './webhook-schemes.js'

export type TestDelivery = {
  /** Exactly as the receiver will get it. */
  readonly body: string
  /** Any `whsec_` text that your receiver knows; several sign as during a rotation. */
  readonly secret: string | readonly string[]
  /** Id of the event. Default: `dl_test`. */
  readonly id?: string | undefined
  /** Unix seconds. Default: the present. */
  readonly timestamp?: number | undefined
}

/**
 * The headers of a genuine delivery, for tests of your own receiver.
 *
 * @example
 * const headers = await generateTestHeaders({ body, secret })
 * const answer = await fetch('http://localhost:3000/hook', { method: 'POST', body, headers })
 */
export async function generateTestHeaders({
  body,
  secret,
  id = 'dl_test',
  timestamp: seconds = Math.floor(Date.now() / 1000),
}: TestDelivery): Promise<Record<string, string>> {
  const secrets = readSecrets(secret)
  const timestamp = String(seconds)
  const content = encode(body)
  // While a secret is being replaced, the scheme with room for one signature keeps to the old one.
  const service = await sign(serviceKey(secrets.at(-1) ?? ''), joined(servicePrefix(timestamp), content))
  const standard = await Promise.all(
    secrets.map((text) => sign(standardKey(text), joined(standardPrefix(id, timestamp), content))),
  )
  return {
    'content-type': 'application/json',
    'x-service-event': /"event":\s*"(\w+)"/.exec(body)?.[1] ?? 'ping',
    'x-service-timestamp': timestamp,
    'x-service-signature': `sha256=${writeHex(service)}`,
    'x-service-delivery': id,
    'x-service-attempt': '1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.map((signature) => `v1,${writeBase64(signature)}`).join(' '),
  } satisfies Record<Lowercase<DeliveryHeaderName> | 'content-type', string>
}
