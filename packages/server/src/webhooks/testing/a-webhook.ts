import type { Delivery, Webhook } from '../webhook-store.js'

/** An ordinary webhook; tests state what matters to them. */
export const aWebhook = (facts: Partial<Webhook> = {}): Webhook => ({
  id: 'wh_one',
  accountId: 'acc_one',
  url: 'https://receiver.example.com/hook',
  event: 'best_buy',
  fiat: 'UAH',
  exchange: null,
  paymentMethod: null,
  threshold: 41,
  amount: null,
  hysteresis: null,
  description: null,
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 0,
  createdAtMs: Date.UTC(2026, 10, 21),
  lastDelivery: null,
  crossing: 'unknown',
  firedAtMs: null,
  sealedSecret: new Uint8Array([1, 2, 3]),
  previousSecret: null,
  rotationId: null,
  ...facts,
})

export const aDelivery = (facts: Partial<Delivery> = {}): Delivery => ({
  id: 'dl_one',
  webhookId: 'wh_one',
  event: 'best_buy',
  createdAtMs: Date.UTC(2026, 10, 21, 12),
  body: '{"event":"best_buy"}',
  state: 'pending',
  attempts: 0,
  nextAttemptAtMs: Date.UTC(2026, 10, 21, 12),
  lastStatus: null,
  lastFault: null,
  lastAttemptAtMs: null,
  lastDurationMs: null,
  once: false,
  ...facts,
})
