import { createHmac } from 'node:crypto'
import { deliveryHeaders, webhookEvent, webhookEventExample } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  generateTestHeaders,
  P2P,
  UsageError,
  unwrapWebhook,
  verifySignature,
  type WebhookHeaders,
  WebhookVerificationError,
} from './index.js'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const body = JSON.stringify(webhookEventExample)
const now = Date.UTC(2026, 0, 15, 12)
const timestamp = String(now / 1000)
const at = { now }

/** As the service signs, in code that is not ours. */
const serviceHeaders = (signingSecret: string, text: string | Buffer = body, time = timestamp) => ({
  'X-Service-Timestamp': time,
  'X-Service-Signature': `sha256=${createHmac('sha256', signingSecret).update(`${time}.`).update(text).digest('hex')}`,
})
const standardHeaders = (signingSecret: string) => ({
  'webhook-id': 'dl_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': new Webhook(signingSecret).sign('dl_1', new Date(now), body),
})

describe('a genuine delivery is believed', () => {
  test('in each scheme and form of headers', () =>
    checkEach<[string, WebhookHeaders]>(
      [
        ['in the scheme of the service', serviceHeaders(secret)],
        ['as Standard Webhooks', standardHeaders(secret)],
        ['in both', { ...serviceHeaders(secret), ...standardHeaders(secret) }],
        ['as a Headers object', new Headers({ ...serviceHeaders(secret), ...standardHeaders(secret) })],
        [
          'as Node gives headers',
          { 'x-service-timestamp': [timestamp], 'x-service-signature': Object.values(serviceHeaders(secret))[1] },
        ],
      ],
      async ([_, headers]) => {
        expect(await unwrapWebhook(body, headers, secret, at)).toEqual(webhookEventExample)
      },
    ))

  /** Made with `printf '1768478400.{"event":"ping"}' | openssl dgst -sha256 -hmac "$secret"`. */
  const byOpenssl = '3da942b09df19716f2b514f52989312c26ed5e947b29642838f2c87a9c7e473a'

  test('signed by openssl', async () => {
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': `sha256=${byOpenssl}` }
    await verifySignature('{"event":"ping"}', headers, secret, at)
  })

  test('whatever form the body has, also one that is not text', async () => {
    const bytes = Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])
    const headers = serviceHeaders(secret, bytes)
    await verifySignature(bytes, headers, secret, at)
    await verifySignature(new Uint8Array(bytes), headers, secret, at)
    await verifySignature(new Uint8Array(bytes).buffer, headers, secret, at)
  })

  test('while one secret replaces another, by receivers that know the old, the new or both', async () => {
    const rotating = await generateTestHeaders({ body, secret: [other, secret], timestamp: now / 1000 })
    for (const known of [secret, other, [secret, other], [other, secret]]) {
      await expect(unwrapWebhook(body, rotating, known, at)).resolves.toEqual(webhookEventExample)
    }
    await expect(unwrapWebhook(body, standardHeaders(other), [secret, other], at)).resolves.toBeDefined()
  })

  test('up to five minutes away, either way', async () => {
    for (const drift of [-300, 300]) {
      const headers = serviceHeaders(secret, body, String(now / 1000 + drift))
      await verifySignature(body, headers, secret, at)
    }
  })
})

describe('anything else is refused', () => {
  const headers = serviceHeaders(secret)
  const refused: [string, string, WebhookHeaders, string][] = [
    ['a changed body', body.replace('UAH', 'PLN'), headers, 'wrong_signature'],
    ['another secret', body, serviceHeaders(other), 'wrong_signature'],
    ['another secret in the other scheme', body, standardHeaders(other), 'wrong_signature'],
    ['a signature of another length', body, { ...headers, 'X-Service-Signature': 'sha256=00' }, 'wrong_signature'],
    ['a signature that is no hex', body, { ...headers, 'X-Service-Signature': 'sha256=zz' }, 'wrong_signature'],
    ['no signature at all', body, { 'X-Service-Timestamp': timestamp }, 'missing_headers'],
    ['no headers', body, {}, 'missing_headers'],
    ['headers that were forgotten', body, undefined as unknown as WebhookHeaders, 'missing_headers'],
    ['an old delivery sent again', body, serviceHeaders(secret, body, String(now / 1000 - 301)), 'wrong_time'],
    ['one from the future', body, serviceHeaders(secret, body, String(now / 1000 + 301)), 'wrong_time'],
    ['a time that is no number', body, serviceHeaders(secret, body, 'Infinity'), 'wrong_time'],
    [
      'a fresh time over an old signature',
      body,
      { ...headers, 'X-Service-Timestamp': String(now / 1000 + 1) },
      'wrong_signature',
    ],
    ['a signed list', '[]', serviceHeaders(secret, '[]'), 'not_an_event'],
    ['signed text', 'hello', serviceHeaders(secret, 'hello'), 'not_an_event'],
  ]
  test('whatever was changed', () =>
    checkEach(refused, async ([_, text, sent, reason]) => {
      const refusal = unwrapWebhook(text, sent, secret, at)
      await expect(refusal).rejects.toBeInstanceOf(WebhookVerificationError)
      await expect(refusal).rejects.toMatchObject({ reason, code: 'webhook_verification_failed' })
    }))

  test('an empty secret is misuse', () =>
    checkEach(
      [
        ['', 'an empty secret'],
        ['whsec_', 'a secret without a key'],
        [[], 'no secret'],
        [['', secret], 'one empty secret among good ones'],
        [undefined as unknown as string, 'a variable that is not set'],
      ] as const,
      async ([wrong, _]) => {
        await expect(verifySignature(body, headers, wrong, at)).rejects.toBeInstanceOf(UsageError)
      },
    ))

  test('a body that a parser has already had is misuse', async () => {
    await expect(unwrapWebhook(webhookEventExample as never, headers, secret, at)).rejects.toBeInstanceOf(UsageError)
  })

  // Comparing text or bytes ourselves would reveal by its duration how much of a forged guess is right.
  test('whether a signature is genuine is asked of the platform, which compares in constant time, and of nothing else', async () => {
    const { subtle } = globalThis.crypto
    const sign = vi.spyOn(subtle, 'sign')
    const verify = vi.spyOn(subtle, 'verify')
    onTestFinished(() => {
      sign.mockRestore()
      verify.mockRestore()
    })
    const genuine = serviceHeaders(secret)
    const hex = String(genuine['X-Service-Signature']).slice('sha256='.length)
    const guesses = [
      '0'.repeat(64),
      `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`,
      hex.slice(0, 62),
      `${hex}00`,
    ]
    for (const guess of guesses) {
      verify.mockClear()
      const forged = { ...genuine, 'X-Service-Signature': `sha256=${guess}` }
      await expect(verifySignature(body, forged, [other, secret], at)).rejects.toMatchObject({
        reason: 'wrong_signature',
      })
      // Every secret is tried, however wrong the guess looks, and the platform sees the guess as it came.
      const seen = verify.mock.calls.map(([, , signature]) => Buffer.from(signature as Uint8Array).toString('hex'))
      expect(seen).toEqual([guess, guess])
    }
    verify.mockClear()
    await verifySignature(body, genuine, secret, at)
    expect(verify).toHaveBeenCalledTimes(1)
    // Its word alone decides: a verifier that compared by itself would still believe this one.
    verify.mockResolvedValueOnce(false)
    await expect(verifySignature(body, genuine, secret, at)).rejects.toMatchObject({ reason: 'wrong_signature' })
    expect(sign).not.toHaveBeenCalled()
  })

  test('a flood of signatures is cut short', async () => {
    const good = new Webhook(secret).sign('dl_1', new Date(now), body)
    const flood = { ...standardHeaders(secret), 'webhook-signature': `${'v1,AAAA '.repeat(50)}${good}` }
    await expect(verifySignature(body, flood, secret, at)).rejects.toMatchObject({ reason: 'wrong_signature' })
  })
})

describe('headers for tests', () => {
  test('convince the verifier of Standard Webhooks and carry every header of a delivery', async () => {
    const headers = await generateTestHeaders({ body, secret })
    expect(new Webhook(secret).verify(body, headers)).toEqual(webhookEventExample)
    for (const { name } of Object.values(deliveryHeaders)) expect(headers).toHaveProperty(name.toLowerCase())
    expect(headers['x-service-event']).toBe('spread')
  })

  test('convince ours, by way of a client', async () => {
    const { webhooks } = new P2P({ apiKey: null, baseUrl: 'http://service.invalid' })
    const headers = await webhooks.generateTestHeaders({ body, secret })
    const event = await webhooks.unwrap(body, headers, secret)
    expect(webhookEvent.parse(event)).toEqual(webhookEventExample)
  })
})

test('signatures are compared by the platform, which takes the same time wherever they differ', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  const signing = vi.spyOn(crypto.subtle, 'sign')
  onTestFinished(() => void vi.restoreAllMocks())
  await verifySignature(body, serviceHeaders(secret), secret, at)
  await expect(verifySignature(body, serviceHeaders(other), secret, at)).rejects.toThrow('No signature matches')
  expect(verify).toHaveBeenCalledTimes(2)
  // One that we made ourselves could be compared in other ways.
  expect(signing).not.toHaveBeenCalled()
})
