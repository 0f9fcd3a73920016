import { expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.js'
import { answer, drop, localServer, refuse } from '../test/local-server.js'
import { P2P } from './index.js'

const hook = { id: 'wh_1', secret: 'whsec_...' }
const newHook = { url: 'https://example.com/hook', event: 'spread', threshold: 0.5, amount: 10_000 } as const

async function connect(...handlers: Parameters<typeof localServer>) {
  const server = await localServer(...handlers)
  const clock = handClock()
  return { server, clock, p2p: new P2P({ apiKey: 'p2p_test', baseUrl: server.url }, clock.ports) }
}

test('a webhook is created once, however often the request must be repeated', async () => {
  const { server, clock, p2p } = await connect(
    drop,
    refuse(409, 'idempotency_conflict'),
    refuse(503, 'overloaded'),
    answer(hook, {}, 201),
  )
  const call = p2p.webhooks.create(newHook, { maxRetries: 3 })
  for (const pauseMs of [500, 1000, 2000]) await clock.pass(pauseMs)
  expect(await call).toEqual(hook)
  const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[\da-f-]{36}$/)
  for (const { body } of server.requests) expect(JSON.parse(body)).toEqual(newHook)
})

test('the caller may name the operation, so that it is done once across restarts', async () => {
  const { server, p2p } = await connect(answer(hook))
  await p2p.webhooks.create(newHook, { idempotencyKey: 'order-7' })
  expect(server.requests[0]?.headers).toMatchObject({
    'idempotency-key': 'order-7',
    'content-type': 'application/json',
  })
})

test('a deletion whose answer got lost has still happened', async () => {
  const { clock, p2p } = await connect(drop, refuse(404, 'not_found'))
  const call = p2p.webhooks.delete('wh_1')
  await clock.pass(500)
  expect(await call).toBeUndefined()
})

test('but deleting what never was is an error', async () => {
  const { p2p } = await connect(refuse(404, 'not_found'))
  await expect(p2p.webhooks.delete('wh_1')).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('every operation has its method and path', async () => {
  const { server, p2p } = await connect((request, response) => {
    if (request.method === 'DELETE') response.writeHead(204).end()
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  const { webhooks } = p2p
  await webhooks.list()
  await webhooks.get('wh_1')
  await webhooks.update('wh_1', { enabled: true })
  await webhooks.delete('wh_1')
  await webhooks.test('wh_1')
  await webhooks.rotateSecret('wh_1', { overlap_hours: 0 })
  await webhooks.activateSecret('wh_1')
  await webhooks.deliveries('wh_1')
  await webhooks.resend('wh_1', 'dl_2')
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/webhooks',
    'GET /api/v1/webhooks/wh_1',
    'PATCH /api/v1/webhooks/wh_1',
    'DELETE /api/v1/webhooks/wh_1',
    'POST /api/v1/webhooks/wh_1/test',
    'POST /api/v1/webhooks/wh_1/rotate-secret',
    'POST /api/v1/webhooks/wh_1/activate-secret',
    'GET /api/v1/webhooks/wh_1/deliveries',
    'POST /api/v1/webhooks/wh_1/deliveries/dl_2/resend',
  ])
  for (const { method, headers } of server.requests)
    expect(headers['idempotency-key'] !== undefined).toBe(method === 'POST')
  expect(server.requests.map(({ body }) => body).filter((body) => body !== '')).toEqual([
    '{"enabled":true}',
    '{"overlap_hours":0}',
  ])
})
