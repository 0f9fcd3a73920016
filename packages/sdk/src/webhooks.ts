import type {
  Delivery,
  DeliveryList,
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookWithSecret,
} from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import { generateTestHeaders } from './generate-test-headers.js'
import type { RequestOptions } from './options.js'
import type { TypedSend } from './send.js'
import { unwrapWebhook, verifySignature } from './verify-webhook.js'

/** Signed callbacks when a price or the best opportunity reaches a threshold. */
export type Webhooks = {
  /**
   * Registers a callback. The secret is in this answer and nowhere else: store it first. It is missing only when the
   * first answer was lost and the request repeated; `rotateSecret` with `overlap_hours: 0` then gives a new one.
   *
   * @example
   * const { id, secret } = await p2p.webhooks.create({ url: 'https://example.com/hook', event: 'best_buy', threshold: 41 })
   */
  create(webhook: NewWebhook, options?: RequestOptions): APIPromise<WebhookWithSecret>
  /** All of the account, the oldest first. */
  list(options?: RequestOptions): APIPromise<WebhookList>
  get(id: string, options?: RequestOptions): APIPromise<Webhook>
  /** Change only the given fields. `enabled: true` also clears past failures. */
  update(id: string, change: WebhookChange, options?: RequestOptions): APIPromise<Webhook>
  /** Nothing is sent to it from now on. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
  /** Sends a signed `ping`, once. */
  test(id: string, options?: RequestOptions): APIPromise<Delivery>
  /**
   * Replaces the secret; the old one signs as well until `old_secret_expires_at`. Give `unwrap` both, or call
   * `activateSecret` as soon as your receiver knows the new one.
   *
   * @example
   * const { secret } = await p2p.webhooks.rotateSecret(id, { overlap_hours: 2 })
   */
  rotateSecret(id: string, rotation?: SecretRotation, options?: RequestOptions): APIPromise<WebhookWithSecret>
  /** Ends the overlap of a rotation: only the new secret signs from now on. */
  activateSecret(id: string, options?: RequestOptions): APIPromise<Webhook>
  /** The newest 100 of the last 30 days, and what became of them. */
  deliveries(id: string, options?: RequestOptions): APIPromise<DeliveryList>
  /** Sends a delivery again: the same id and bytes, a new time and signature. */
  resend(id: string, deliveryId: string, options?: RequestOptions): APIPromise<Delivery>

  /** Verifies and reads a delivery in your receiver. */
  readonly unwrap: typeof unwrapWebhook
  /** Verifies a delivery without reading it. */
  readonly verifySignature: typeof verifySignature
  /** The headers of a genuine delivery, for tests of your receiver. */
  readonly generateTestHeaders: typeof generateTestHeaders
}

export const createWebhooks = (send: TypedSend): Webhooks => ({
  create: (body, options) => send('POST', '/webhooks', { body, idempotent: true }, options),
  list: (options) => send('GET', '/webhooks', {}, options),
  get: (id, options) => send('GET', '/webhooks/{id}', { params: { id } }, options),
  update: (id, body, options) => send('PATCH', '/webhooks/{id}', { params: { id }, body }, options),
  delete: (id, options) => send('DELETE', '/webhooks/{id}', { params: { id } }, options),
  test: (id, options) => send('POST', '/webhooks/{id}/test', { params: { id }, idempotent: true }, options),
  rotateSecret: (id, body = {}, options) =>
    send('POST', '/webhooks/{id}/rotate-secret', { params: { id }, body, idempotent: true }, options),
  activateSecret: (id, options) =>
    send('POST', '/webhooks/{id}/activate-secret', { params: { id }, idempotent: true }, options),
  deliveries: (id, options) => send('GET', '/webhooks/{id}/deliveries', { params: { id } }, options),
  resend: (id, deliveryId, options) => {
    const params = { id, delivery_id: deliveryId }
    return send('POST', '/webhooks/{id}/deliveries/{delivery_id}/resend', { params, idempotent: true }, options)
  },
  unwrap: unwrapWebhook,
  verifySignature,
  generateTestHeaders,
})
