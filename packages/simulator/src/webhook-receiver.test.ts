import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from './webhook-receiver.js'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver({ now: () => 123 })
})
afterEach(() => receiver.close())

const deliver = (body: string) =>
  fetch(`${receiver.url}/hook?x=1`, { method: 'POST', body, headers: { 'X-Service-Attempt': '1' }, redirect: 'manual' })

test('remembers what arrived, to the byte', async () => {
  expect((await deliver('{"a": 1}')).status).toBe(200)
  const [delivery] = await receiver.waitForDeliveries(1)
  expect(delivery).toMatchObject({ method: 'POST', path: '/hook?x=1', body: '{"a": 1}', atMs: 123 })
  expect(delivery?.headers.get('x-service-attempt')).toBe('1')
})

test('reacts as scripted, and with the last reaction ever after', async () => {
  receiver.scriptReplies(
    { status: 500 },
    'reset',
    { status: 302, headers: { location: 'http://exchange.invalid' } },
    { status: 204, delayMs: 1 },
  )
  expect((await deliver('1')).status).toBe(500)
  await expect(deliver('2')).rejects.toThrow()
  expect((await deliver('3')).headers.get('location')).toBe('http://exchange.invalid')
  expect([(await deliver('4')).status, (await deliver('5')).status]).toEqual([204, 204])
  expect(receiver.deliveries.map(({ body }) => body)).toEqual(['1', '2', '3', '4', '5'])
})

test('can hang, and still closes', async () => {
  receiver.scriptReplies('hang')
  const hanging = expect(deliver('1')).rejects.toThrow()
  await receiver.waitForDeliveries(1)
  await receiver.close()
  await hanging
})
