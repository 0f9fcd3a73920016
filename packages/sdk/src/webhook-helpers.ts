import { generateTestHeaders } from './generate-test-headers.js'
import { unwrapWebhook, verifySignature } from './verify-webhook.js'

/** Help for receivers of webhooks. */
export type WebhookHelpers = {
  /** Verifies and reads a delivery in your receiver. */
  readonly unwrap: typeof unwrapWebhook
  /** Verifies a delivery without reading it. */
  readonly verifySignature: typeof verifySignature
  /** The headers of a genuine delivery, for tests of your receiver. */
  readonly generateTestHeaders: typeof generateTestHeaders
}

export const webhookHelpers: WebhookHelpers = { unwrap: unwrapWebhook, verifySignature, generateTestHeaders }
