import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { readBody } from '../../endpoint/input.js'
import { defaultPlans } from '../../endpoint/plans.js'
import { newWebhook, secretRotation, thresholdViolation, webhookChange } from './webhook-inputs.js'

const limits = defaultPlans.Pro
const hook = { url: 'https://example.com/hook', event: 'best_buy', threshold: 41 }
const created = (fields: object) => readBody(newWebhook, { ...hook, ...fields }, limits)
const changed = (fields: object) => readBody(webhookChange, fields, limits)
const rotated = (fields: object) => readBody(secretRotation, fields, limits)
const refused = (param: string, code = 'invalid_parameter') => ({ ok: false, problem: { code, param } })

describe('a threshold', () => {
  test('has bounds by event', () =>
    checkEach(
      [
        ['spread', 0.5, null],
        ['spread', 0, null],
        ['spread', -2, null],
        ['best_buy', 41, null],
        ['best_buy', 0, 'a price above 0 for this event'],
        ['best_sell', -1, 'a price above 0 for this event'],
      ] as const,
      ([event, threshold, objection]) => {
        expect(thresholdViolation(event, threshold)).toBe(objection)
      },
    ))

  test('is bounded on both sides, and judged by the event that is sent with it', () => {
    expect(created({ event: 'spread', amount: 1_000, threshold: -100 })).toMatchObject({ ok: true })
    for (const threshold of [-100.01, 1e12, Number.NaN, '41', null])
      expect(created({ threshold })).toMatchObject(refused('threshold'))
    expect(created({ threshold: 0 })).toMatchObject(refused('threshold'))
  })
})

describe('an address', () => {
  const ofLength = (length: number) => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`

  test('may have 2,048 characters and not one more', () => {
    expect(created({ url: ofLength(2_048) })).toMatchObject({ ok: true })
    expect(created({ url: ofLength(2_049) })).toMatchObject(refused('url', 'invalid_webhook_url'))
  })

  test('is an address of the web', () =>
    checkEach(['no address', 'example.com', '//example.com', 'https://', 7, null], (url) => {
      expect(created({ url })).toMatchObject(refused('url', 'invalid_webhook_url'))
      expect(changed({ url })).toMatchObject(refused('url', 'invalid_webhook_url'))
    }))

  test('that is empty is missing in every sense', () => {
    expect(created({ url: '' })).toMatchObject(refused('url'))
  })
})

describe('a note', () => {
  test('is counted in characters that people see as one, up to 200', () => {
    expect(created({ description: '😀'.repeat(200) })).toMatchObject({ ok: true })
    expect(created({ description: '😀'.repeat(201) })).toMatchObject(refused('description'))
  })

  test('is taken away by null in a change alone', () => {
    expect(changed({ description: null })).toEqual({
      ok: true,
      values: expect.objectContaining({ description: null }),
      clamped: [],
      hints: [],
    })
    expect(created({ description: null })).toMatchObject(refused('description'))
  })
})

test('an amount and the way back are figures above, and from, zero', () => {
  for (const amount of [0, -1, 1e12, '5000']) expect(created({ amount })).toMatchObject(refused('amount'))
  expect(created({ amount: 0.01, hysteresis: 0 })).toMatchObject({ ok: true })
  for (const hysteresis of [-0.01, 1e12, '0']) expect(created({ hysteresis })).toMatchObject(refused('hysteresis'))
})

test('a figure has no digits that are not kept: eight decimals', () => {
  for (const name of ['threshold', 'amount', 'hysteresis', 'fill_amount']) {
    expect(created({ [name]: 41.00000001 })).toMatchObject({ ok: true })
    expect(created({ [name]: 41.000000001 })).toMatchObject(refused(name))
  }
  for (const name of ['threshold', 'amount', 'fill_amount'])
    expect(changed({ [name]: 0.1 + 0.2 })).toMatchObject(refused(name))
})

describe('a condition', () => {
  test('asks for an amount only where a price is watched', () => {
    expect(created({ fill_amount: 20_000 })).toMatchObject({ ok: true, values: { fill_amount: 20_000 } })
    expect(created({ event: 'spread', amount: 1_000, fill_amount: 20_000 })).toMatchObject(refused('fill_amount'))
    for (const amount of [0, -1, '20000', null])
      expect(created({ fill_amount: amount })).toMatchObject(refused('fill_amount'))
  })

  test('asks for a confidence that can be needed, and for a time of at most a day', () => {
    for (const confidence of ['medium', 'high'])
      expect(created({ min_confidence: confidence })).toMatchObject({ ok: true })
    for (const confidence of ['low', 'HIGH', '', null])
      expect(created({ min_confidence: confidence })).toMatchObject(refused('min_confidence'))
    for (const seconds of [0, 86_400]) expect(created({ hold_seconds: seconds })).toMatchObject({ ok: true })
    for (const seconds of [-1, 86_401, 1.5, '60', null])
      expect(created({ hold_seconds: seconds })).toMatchObject(refused('hold_seconds'))
  })

  test('is taken away by null in a change alone', () => {
    const gone = { fill_amount: null, min_confidence: null, hold_seconds: null }
    expect(changed(gone)).toMatchObject({ ok: true, values: gone })
  })
})

describe('a schedule', () => {
  test('has different times of day, a zone and a moment', () => {
    expect(created({})).toMatchObject({ ok: true, values: { tz: 'UTC', quiet_hours: undefined } })
    for (const quiet_hours of ['23:00-08:00', '00:00-23:59'])
      expect(created({ quiet_hours })).toMatchObject({ ok: true })
    for (const quiet_hours of ['', '8-9', '23:00', '23:00-23:00', '24:00-08:00', '23:00–08:00', '7:00-08:00', null])
      expect(created({ quiet_hours })).toMatchObject(refused('quiet_hours'))
    for (const digest_time of ['', '8', '8:00', '24:00', '08:60', '08:00-09:00', null])
      expect(created({ digest_time })).toMatchObject(refused('digest_time'))
    for (const tz of ['', 'Kyiv', '+02:00', '../Kyiv', null]) expect(created({ tz })).toMatchObject(refused('tz'))
    expect(created({ expires_at: '2026-12-31T22:00:00+02:00' })).toMatchObject({ ok: true })
    for (const expires_at of ['', '2026-12-31', '2026-02-30T00:00:00Z', 'tomorrow', 1_800_000_000, null])
      expect(created({ expires_at })).toMatchObject(refused('expires_at'))
  })

  test('is taken away by null in a change alone', () => {
    const gone = { quiet_hours: null, digest_time: null, tz: null, expires_at: null }
    expect(changed(gone)).toMatchObject({ ok: true, values: gone })
  })
})

test('only what a change names is changed, and only true and false switch a webhook', () => {
  expect(changed({})).toMatchObject({
    ok: true,
    values: { url: undefined, enabled: undefined, description: undefined },
  })
  for (const enabled of ['true', 1, null]) expect(changed({ enabled })).toMatchObject(refused('enabled'))
  for (const field of ['event', 'fiat', 'exchange']) expect(changed({ [field]: 'x' })).toMatchObject(refused(field))
})

test('two secrets overlap for a day unless asked otherwise, for a week at most', () => {
  expect(rotated({})).toMatchObject({ ok: true, values: { overlap_hours: 24 } })
  for (const hours of [0, 168]) expect(rotated({ overlap_hours: hours })).toMatchObject({ ok: true })
  for (const hours of [-1, 169, 1.5, '24', null])
    expect(rotated({ overlap_hours: hours })).toMatchObject(refused('overlap_hours'))
})
