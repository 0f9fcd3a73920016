import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import {
  type DeliveryInput,
  deliverySchema,
  toDeliveryResponse,
  toWebhookResponse,
  type WebhookInput,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-shape.js'
import { createWebhook, getWebhook, listDeliveries, listWebhooks, resendDelivery } from './webhooks.js'

const nowMs = Date.UTC(2026, 10, 21, 10, 5, 12, 345)
const now = '2026-11-21T10:05:12.345Z'

const webhook: WebhookInput = {
  id: 'wh_1',
  url: 'https://example.com/hook',
  event: 'best_sell',
  fiat: 'PLN',
  exchange: 'okx',
  paymentMethod: 'blik',
  threshold: 4.1,
  amount: null,
  hysteresis: 0.05,
  fillAmount: 20_000,
  confidence: 'high',
  holdSeconds: 900,
  quietHours: '23:00-08:00',
  digestTime: '08:00',
  tz: 'Europe/Kyiv',
  expiresAtMs: nowMs,
  description: 'Tell the desk',
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 3,
  createdAtMs: nowMs,
  lastDelivery: { status: 503, atMs: nowMs },
  previousSecret: null,
}

const delivery: DeliveryInput = {
  id: 'dl_1',
  webhookId: 'wh_1',
  event: 'best_sell',
  createdAtMs: nowMs,
  state: 'delivered',
  attempts: 2,
  nextAttemptAtMs: null,
  lastAttemptAtMs: nowMs,
  lastStatus: 204,
  lastFault: null,
  lastDurationMs: 86.5,
}

describe('a webhook', () => {
  test('returns each fact under its own name', () => {
    expect(webhookSchema.parse(toWebhookResponse(webhook))).toEqual({
      id: 'wh_1',
      url: 'https://example.com/hook',
      event: 'best_sell',
      fiat: 'PLN',
      exchange: 'okx',
      payment_method: 'blik',
      threshold: 4.1,
      amount: null,
      hysteresis: 0.05,
      fill_amount: 20_000,
      min_confidence: 'high',
      hold_seconds: 900,
      quiet_hours: '23:00-08:00',
      digest_time: '08:00',
      tz: 'Europe/Kyiv',
      expires_at: now,
      description: 'Tell the desk',
      enabled: true,
      disabled_reason: null,
      consecutive_failures: 3,
      created_at: now,
      last_delivery: { status: 503, at: now },
      old_secret_expires_at: null,
    })
  })

  test('that was never called and never rotated says so with null', () => {
    const fresh = toWebhookResponse({ ...webhook, lastDelivery: null, previousSecret: null })
    expect(fresh).toMatchObject({ last_delivery: null, old_secret_expires_at: null })
    expect(toWebhookResponse({ ...webhook, previousSecret: { untilMs: 0 } }).old_secret_expires_at).toBe(
      '1970-01-01T00:00:00.000Z',
    )
  })

  test('may be disabled for several reasons', () =>
    checkEach(['failures', 'gone', 'user', 'plan'] as const, (disabledReason) => {
      const disabled = toWebhookResponse({ ...webhook, enabled: false, disabledReason })
      expect(webhookSchema.safeParse(disabled).success).toBe(true)
      expect(disabled).toMatchObject({ enabled: false, disabled_reason: disabledReason })
    }))

  test('has no field beyond its bounds', () =>
    checkEach(
      [
        ['event', ['ping', 'crash', '', null]],
        ['fiat', ['XXX', 'pln', null]],
        ['exchange', ['OKX', '1st', '']],
        ['threshold', ['4.1', null, Number.NaN]],
        ['amount', [-0.01, '1000', Number.POSITIVE_INFINITY]],
        ['hysteresis', [-0.01, '0']],
        ['fill_amount', [-1, '20000']],
        ['min_confidence', ['sure', '']],
        ['hold_seconds', [-1, 0.5, '900']],
        ['enabled', ['true', 1, null]],
        ['disabled_reason', ['', 'boredom', false]],
        ['consecutive_failures', [-1, 0.5, null]],
        ['created_at', ['2026-11-21', nowMs, null]],
        ['last_delivery', [{ status: 99, at: now }, { status: 600, at: now }, { status: 200.5, at: now }, { at: now }]],
        ['old_secret_expires_at', ['soon', nowMs]],
      ] as const,
      ([field, wrong]) => {
        const whole = toWebhookResponse(webhook)
        expect(wrong.filter((value) => webhookSchema.safeParse({ ...whole, [field]: value }).success)).toEqual([])
      },
    ))

  test('has a status of HTTP where its receiver has answered, from 100 to 599', () => {
    for (const status of [100, 200, 410, 599, null]) {
      const answered = toWebhookResponse({ ...webhook, lastDelivery: { status, atMs: nowMs } })
      expect(webhookSchema.safeParse(answered).success).toBe(true)
    }
  })

  test('shows a secret where one was just made, and nowhere else', () => {
    const withSecret = { ...toWebhookResponse(webhook), secret: 'whsec_abc' }
    expect(webhookWithSecretSchema.parse(withSecret)).toHaveProperty('secret', 'whsec_abc')
    expect(webhookSchema.parse(withSecret)).not.toHaveProperty('secret')
    expect(webhookWithSecretSchema.safeParse({ ...withSecret, secret: null }).success).toBe(false)
    expect(createWebhook.example.secret).toMatch(/^whsec_/)
    for (const shown of [getWebhook.example, ...listWebhooks.example.webhooks])
      expect(shown).not.toHaveProperty('secret')
  })
})

describe('a delivery', () => {
  test('returns each fact under its own name, and its duration in whole milliseconds', () => {
    expect(deliverySchema.parse(toDeliveryResponse(delivery))).toEqual({
      id: 'dl_1',
      webhook_id: 'wh_1',
      event: 'best_sell',
      created_at: now,
      state: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      last_attempt_at: now,
      last_status: 204,
      last_fault: null,
      last_duration_ms: 87,
    })
  })

  test('that was not tried yet has no time, status, fault or duration; 0 is a duration', () => {
    const waiting = { lastAttemptAtMs: null, lastStatus: null, lastDurationMs: null, nextAttemptAtMs: 0, attempts: 0 }
    expect(deliverySchema.parse(toDeliveryResponse({ ...delivery, ...waiting, state: 'pending' }))).toMatchObject({
      next_attempt_at: '1970-01-01T00:00:00.000Z',
      last_attempt_at: null,
      last_status: null,
      last_duration_ms: null,
    })
    expect(toDeliveryResponse({ ...delivery, lastDurationMs: 0.2 }).last_duration_ms).toBe(0)
  })

  test('may be in each of its states', () =>
    checkEach(['pending', 'delivered', 'superseded', 'exhausted', 'cancelled'] as const, (state) => {
      expect(deliverySchema.safeParse(toDeliveryResponse({ ...delivery, state })).success).toBe(true)
    }))

  test('has no field beyond its bounds', () =>
    checkEach(
      [
        ['event', ['crash', '', null]],
        ['state', ['lost', '', null]],
        ['attempts', [-1, 1.5]],
        ['last_status', [99, 600, '204']],
        ['last_duration_ms', [-1, 86.5]],
        ['next_attempt_at', ['tomorrow', 0]],
      ] as const,
      ([field, wrong]) => {
        const whole = toDeliveryResponse(delivery)
        expect(wrong.filter((value) => deliverySchema.safeParse({ ...whole, [field]: value }).success)).toEqual([])
      },
    ))

  test('is listed with at most 99 others', () => {
    const list = (length: number) => ({ deliveries: Array.from({ length }, () => toDeliveryResponse(delivery)) })
    expect(listDeliveries.answer.safeParse(list(100)).success).toBe(true)
    expect(listDeliveries.answer.safeParse(list(101)).success).toBe(false)
  })

  test('that is asked for again is on its way, not done', () => {
    expect(resendDelivery).toMatchObject({ status: 202, example: { state: 'pending', attempts: 0, last_status: null } })
  })
})
