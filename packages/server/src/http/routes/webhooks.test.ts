import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { webhookEvent, webhookSchema, webhookWithSecretSchema } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { Webhook as ReferenceVerifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey, startServer, type TestServer } from '../../testing/start-server.js'

let server: TestServer
let receiver: Receiver
let key: string
beforeAll(async () => {
  server = await startServer({
    fiats: ['UAH'],
    historyDays: 0,
    settings: {
      P2P_PRIVATE_RECEIVERS: 'true',
      P2P_CYCLE_SECONDS: '1',
      P2P_PLANS: '{"Pro":{"requestsPerMinute":1000000}}',
    },
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.setWall(Date.now())
  key = await createKey(server.server, 'Pro')
  receiver = await startReceiver()
  return () => receiver.close()
})

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly as?: string }

const call = async (method: string, path: string, { body, headers = {}, as = key }: Sent = {}) => {
  const answer = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': as, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Fires with the next data, because the best buy price is always below this threshold. */
const cheapEnough = () => ({ url: `${receiver.url}/hook`, event: 'best_buy', threshold: 1_000 })

const create = async (wanted: object = cheapEnough()) => {
  const { status, body } = await call('POST', '/webhooks', { body: wanted })
  expect(status).toBe(201)
  return webhookWithSecretSchema.parse(body)
}
const get = async (id: string) => webhookSchema.parse((await call('GET', `/webhooks/${id}`)).body)
const deliveriesOf = async (id: string) => (await call('GET', `/webhooks/${id}/deliveries`)).body.deliveries

const until = async <Value>(look: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> => {
  for (;;) {
    const value = await look()
    if (isSo(value)) return value
  }
}

const serviceSignature = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

test('a webhook lives: created, fired, verified, disabled, enabled again, resent, rotated, deleted', async () => {
  const { id, secret = '', ...created } = await create({ ...cheapEnough(), description: 'Каса' })
  expect(created).toMatchObject({ enabled: true, disabled_reason: null, consecutive_failures: 0, last_delivery: null })
  expect((await call('GET', '/webhooks')).body.webhooks).toEqual([{ id, ...created }])

  const [first] = await receiver.waitForDeliveries(1)
  const event = webhookEvent.parse(JSON.parse(first?.body ?? ''))
  expect(event).toMatchObject({ event: 'best_buy', data: { webhook_id: id, fiat: 'UAH', threshold: 1_000 } })
  const headers = Object.fromEntries(first?.headers ?? [])
  new ReferenceVerifier(secret).verify(first?.body ?? '', headers)
  expect(headers['x-service-signature']).toBe(
    serviceSignature(secret, headers['x-service-timestamp'] ?? '', first?.body ?? ''),
  )
  await until(
    () => get(id),
    ({ last_delivery }) => last_delivery?.status === 200,
  )

  receiver.scriptReplies({ status: 410 }, { status: 200 })
  await call('PATCH', `/webhooks/${id}`, { body: { enabled: false } })
  server.clock.advance(301_000)
  const enabled = await call('PATCH', `/webhooks/${id}`, { body: { enabled: true } })
  expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null })
  const gone = await until(
    () => get(id),
    (webhook) => !webhook.enabled,
  )
  expect(gone).toMatchObject({ disabled_reason: 'gone', consecutive_failures: 1, last_delivery: { status: 410 } })

  const back = await call('PATCH', `/webhooks/${id}`, { body: { enabled: true, threshold: 0.5 } })
  expect(back.body).toMatchObject({ enabled: true, disabled_reason: null, consecutive_failures: 0, threshold: 0.5 })
  const log = await deliveriesOf(id)
  expect(log.map(({ state }: { state: string }) => state)).toEqual(['exhausted', 'delivered'])
  const resent = await call('POST', `/webhooks/${id}/deliveries/${log[0].id}/resend`)
  expect([resent.status, resent.body.id]).toEqual([202, log[0].id])
  await until(
    () => deliveriesOf(id),
    ([newest]) => newest.state === 'delivered',
  )
  expect(receiver.deliveries.at(-1)?.body).toBe(receiver.deliveries.at(-2)?.body)

  server.clock.setWall(Date.now())
  const rotated = await call('POST', `/webhooks/${id}/rotate-secret`)
  expect(rotated.body.secret).toMatch(/^whsec_/)
  expect(rotated.body.secret).not.toBe(secret)
  const ping = await call('POST', `/webhooks/${id}/test`)
  expect([ping.status, ping.body.event]).toEqual([202, 'ping'])
  const pinged = (await receiver.waitForDeliveries(4))[3]
  for (const known of [secret, rotated.body.secret])
    new ReferenceVerifier(known).verify(pinged?.body ?? '', Object.fromEntries(pinged?.headers ?? []))

  expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(204)
  expect((await call('GET', `/webhooks/${id}`)).status).toBe(404)
  expect((await call('GET', '/webhooks')).body).toEqual({ webhooks: [] })
})

describe('one account', () => {
  test('never sees or touches the webhooks of another: every operation answers 404', async () => {
    const { id } = await create()
    await receiver.waitForDeliveries(1)
    const [delivery] = await until(
      () => deliveriesOf(id),
      (log) => log.length === 1,
    )
    const as = await createKey(server.server, 'Business')
    for (const [method, path, body] of [
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`, { enabled: false }],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/test`],
      ['POST', `/webhooks/${id}/rotate-secret`],
      ['POST', `/webhooks/${id}/rotate-secret`, { overlap_hours: 0 }],
      ['POST', `/webhooks/${id}/activate-secret`],
      ['GET', `/webhooks/${id}/deliveries`],
      ['POST', `/webhooks/${id}/deliveries/${delivery.id}/resend`],
    ] as const) {
      const answer = await call(method, path, { as, ...(body === undefined ? {} : { body }) })
      expect([method, path, answer.status, answer.body.detail.code]).toEqual([method, path, 404, 'not_found'])
    }
    expect((await call('GET', '/webhooks', { as })).body).toEqual({ webhooks: [] })
    expect(await get(id)).toMatchObject({ enabled: true })
  })

  test('has as many webhooks as its plan allows, then 409', async () => {
    for (let count = 0; count < 5; count++) await create()
    const { status, body } = await call('POST', '/webhooks', { body: cheapEnough() })
    expect([status, body.detail.code]).toEqual([409, 'webhook_limit'])
  })

  test('cannot be created from invalid input', () =>
    checkEach(
      [
        [{ event: 'moon' }, 'unsupported_event'],
        [{ url: 'ftp://hooks.example.com/' }, 'invalid_webhook_url'],
        [{ url: 'https://user:secret@hooks.example.com/' }, 'invalid_webhook_url'],
        [{ threshold: 'high' }, 'invalid_parameter'],
        [{ threshold: 0 }, 'invalid_parameter'],
        [{ secret: 'whsec_mine' }, 'invalid_parameter'],
        [{ enabled: false }, 'invalid_parameter'],
        [{ plan: 'Business' }, 'invalid_parameter'],
        [{ constructor: {} }, 'invalid_parameter'],
      ] as const,
      async ([facts, code]) => {
        const { status, body } = await call('POST', '/webhooks', { body: { ...cheapEnough(), ...facts } })
        expect([status, body.detail.code]).toEqual([400, code])
        expect((await call('GET', '/webhooks')).body).toEqual({ webhooks: [] })
      },
    ))
})

describe('an Idempotency-Key', () => {
  const under = (name: string, body: object = cheapEnough()) =>
    call('POST', '/webhooks', { body, headers: { 'Idempotency-Key': name } })

  test('answers a repetition with the first answer, less its secret', async () => {
    const first = await under('one')
    const again = await under('one')
    const { secret, ...rest } = first.body
    expect(secret).toMatch(/^whsec_/)
    expect([again.status, again.body]).toEqual([201, rest])
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    expect((await call('GET', '/webhooks')).body.webhooks).toHaveLength(1)
  })

  test('is refused for another request, and belongs to its account', async () => {
    await under('one')
    const other = await under('one', { ...cheapEnough(), threshold: 999 })
    expect([other.status, other.body.detail.code]).toEqual([422, 'idempotency_key_reused'])
    key = await createKey(server.server, 'Pro')
    expect((await under('one')).body.secret).toMatch(/^whsec_/)
  })

  test('stays free when its request was refused', async () => {
    expect((await under('one', { ...cheapEnough(), threshold: 'high' })).status).toBe(400)
    expect((await under('one')).status).toBe(201)
  })

  test('is forgotten after a day', async () => {
    const first = await under('one')
    server.clock.advance(24 * 3_600_000 + 2_000)
    const later = await under('one')
    expect(later.status).toBe(201)
    expect(later.body.id).not.toBe(first.body.id)
  })

  test('makes one ping and one rotation of many', async () => {
    const { id } = await create({ ...cheapEnough(), threshold: 0.5 })
    const headers = { 'Idempotency-Key': 'same' }
    for (let count = 0; count < 5; count++) await call('POST', `/webhooks/${id}/test`, { headers })
    const rotations = []
    for (let count = 0; count < 5; count++)
      rotations.push(await call('POST', `/webhooks/${id}/rotate-secret`, { headers: { 'Idempotency-Key': 'turn' } }))
    expect(rotations.map(({ body }) => body.secret !== undefined)).toEqual([true, false, false, false, false])
    await until(
      () => deliveriesOf(id),
      ([ping]) => ping.state === 'delivered',
    )
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('makes one webhook of a thousand requests whose answers were lost', async () => {
    for (let round = 0; round < 20; round++) {
      const body = JSON.stringify({ ...cheapEnough(), threshold: 0.5 })
      const name = `round ${round}`
      for (let attempt = 0; attempt < 50; attempt++) await sendAndHangUp(body, name, attempt % 5)
      // The last of them may still be on its way.
      const answer = await until(
        () => under(name, JSON.parse(body)),
        ({ status }) => status !== 409,
      )
      expect(answer.status).toBe(201)
      const { webhooks } = (await call('GET', '/webhooks')).body
      expect(webhooks.map(({ id }: { id: string }) => id)).toEqual([answer.body.id])
      await call('DELETE', `/webhooks/${answer.body.id}`)
    }
  })
})

/** Sends a whole request and is gone before, while or after it is handled. */
const sendAndHangUp = (body: string, name: string, turns: number): Promise<void> =>
  new Promise((resolve) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': name }
    const outgoing = request(`${server.baseUrl}/webhooks`, { method: 'POST', headers, agent: false })
    outgoing.on('error', () => {})
    outgoing.on('response', (answer) => answer.resume())
    outgoing.on('close', () => resolve())
    outgoing.end(body, () => {
      const wait = (left: number) => (left === 0 ? outgoing.destroy() : setImmediate(() => wait(left - 1)))
      wait(turns * 3)
    })
  })
