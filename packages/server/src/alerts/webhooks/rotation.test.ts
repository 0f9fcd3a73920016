import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serviceSignature, standardSignature } from './signature.js'
import { type OpenWebhooks, openWebhooks } from './testing/open-webhooks.js'

const hour = 3_600_000

let receiver: Receiver
let hooks: OpenWebhooks
let names = 0
beforeEach(async () => {
  receiver = await startReceiver()
  hooks = await openWebhooks()
})
afterEach(async () => {
  await hooks.stop()
  await receiver.close()
  hooks.remove()
})

const create = async () => {
  const { webhook, secret } = await hooks.create({ url: receiver.url })
  return { id: webhook.id, secret: secret ?? '' }
}
const rotate = async (id: string, overlapHours: number) => {
  names += 1
  const { webhook, secret } = await hooks.operations.rotateSecret('acc_one', id, overlapHours, `rotation ${names}`)
  return { until: webhook.previousSecret?.untilMs ?? null, secret: secret ?? '' }
}

const signedWith = async (id: string, secrets: readonly string[]) => {
  names += 1
  await hooks.operations.test('acc_one', id, `ping ${names}`)
  await hooks.settle()
  const { body = '', headers = new Map<string, string>() } = receiver.deliveries.at(-1) ?? {}
  const [timestamp = '', name = ''] = [headers.get('x-service-timestamp'), headers.get('webhook-id')]
  const signatures = (headers.get('webhook-signature') ?? '').split(' ')
  const places = <Fits>(fits: (secret: string) => Fits) => secrets.flatMap((secret, at) => (fits(secret) ? [at] : []))
  return {
    service: places((secret) => headers.get('x-service-signature') === serviceSignature(secret, timestamp, body)),
    standard: places((secret) => signatures.includes(standardSignature([secret], name, timestamp, body))),
    count: signatures.length,
  }
}

test('the old secret signs for as long as was asked, and the answer says until when', async () => {
  const { id, secret } = await create()
  const rotated = await rotate(id, 2)
  expect(rotated.until).toBe(hooks.clock.wallMs() + 2 * hour)
  const both = [secret, rotated.secret]
  await hooks.pass(2 * hour - 1)
  expect(await signedWith(id, both)).toEqual({ service: [0], standard: [0, 1], count: 2 })
  expect(await hooks.operations.get('acc_one', id)).toMatchObject({ previousSecret: { untilMs: rotated.until } })
  await hooks.pass(1)
  expect(await signedWith(id, both)).toEqual({ service: [1], standard: [1], count: 1 })
  expect(await hooks.operations.get('acc_one', id)).toMatchObject({ previousSecret: null })
  expect(await hooks.operations.list('acc_one')).toMatchObject([{ previousSecret: null }])
})

test('an owner who has deployed the new secret ends the overlap at once: the header of the specification never fails for a day', async () => {
  const { id, secret } = await create()
  const rotated = await rotate(id, 24)
  expect(await hooks.operations.activateSecret('acc_one', id)).toMatchObject({ id, previousSecret: null })
  expect(await signedWith(id, [secret, rotated.secret])).toEqual({ service: [1], standard: [1], count: 1 })
  await hooks.operations.activateSecret('acc_one', id)
  const startMs = hooks.clock.wallMs()
  await hooks.stop()
  hooks = await openWebhooks({ dataDir: hooks.dataDir, startMs })
  expect(await signedWith(id, [secret, rotated.secret])).toEqual({ service: [1], standard: [1], count: 1 })
})

test('without an overlap the new secret signs alone: the way to a known secret when the answer with it was lost', async () => {
  const { id, secret } = await create()
  const lost = await rotate(id, 24)
  const known = await rotate(id, 0)
  expect(known.until).toBeNull()
  expect(await signedWith(id, [secret, lost.secret, known.secret])).toEqual({ service: [2], standard: [2], count: 1 })
})

test('a second rotation within the overlap keeps the secret that receivers know, for as long as it asks', async () => {
  const { id, secret } = await create()
  const lost = await rotate(id, 1)
  await hooks.pass(hour / 2)
  const known = await rotate(id, 3)
  expect(known.until).toBe(hooks.clock.wallMs() + 3 * hour)
  await hooks.pass(3 * hour - 1)
  expect(await signedWith(id, [secret, lost.secret, known.secret])).toEqual({
    service: [0],
    standard: [0, 2],
    count: 2,
  })
})

test('a webhook of another account cannot be activated', async () => {
  const { id } = await create()
  await expect(hooks.operations.activateSecret('acc_two', id)).rejects.toMatchObject({ problem: { code: 'not_found' } })
})
