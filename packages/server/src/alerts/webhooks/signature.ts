import { createHmac, randomBytes } from 'node:crypto'
import { deliveryHeaders as names } from '@p2p-rates/contract'
import type { SecretBox } from './master-key.js'
import type { Delivery, Webhook } from './webhook-store.js'

/** 256 random bits, shown once. One secret serves both signature schemes. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** `sha256=` and the hex HMAC of `<timestamp>.<raw body>`, keyed with the text of the secret. */
export const serviceSignature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`

/** The Standard Webhooks form, keyed with the decoded bytes; one signature per secret while one replaces another. */
export const standardSignature = (secrets: readonly string[], id: string, timestamp: string, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`
    })
    .join(' ')

/**
 * Headers of an attempt. During a rotation, the Standard Webhooks header carries both signatures. The spec's header has
 * room for one and uses the old secret until the overlap ends.
 */
export function headersOf(
  delivery: Delivery,
  webhook: Webhook,
  secretBox: SecretBox,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const current = secretBox.open(webhook.sealedSecret, webhook.id)
  const { previousSecret } = webhook
  const previous =
    previousSecret !== null && nowMs < previousSecret.untilMs ? secretBox.open(previousSecret.sealed, webhook.id) : null
  const secrets = previous === null ? [current] : [current, previous]
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'p2p-rates-webhooks',
    [names.event.name]: delivery.event,
    [names.timestamp.name]: timestamp,
    [names.signature.name]: serviceSignature(previous ?? current, timestamp, delivery.body),
    [names.delivery.name]: delivery.id,
    [names.attempt.name]: String(delivery.attempts + 1),
    [names.webhookId.name]: delivery.id,
    [names.webhookTimestamp.name]: timestamp,
    [names.webhookSignature.name]: standardSignature(secrets, delivery.id, timestamp, delivery.body),
  }
}
