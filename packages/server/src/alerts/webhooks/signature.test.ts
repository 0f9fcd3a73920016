import { createHmac, randomBytes } from 'node:crypto'
import { startReceiver } from '@p2p-rates/simulator'
import fc from 'fast-check'
import { Webhook as ReferenceVerifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeSecret, standardSignature } from './signature.js'
import { openWebhooks } from './testing/open-webhooks.js'

type Received = { readonly headers: ReadonlyMap<string, string>; readonly body: string }
const serviceFits = ({ headers, body }: Received, secret: string) =>
  headers.get('x-service-signature') ===
  `sha256=${createHmac('sha256', secret)
    .update(`${headers.get('x-service-timestamp')}.${body}`)
    .digest('hex')}`
const standardFits = ({ headers, body }: Received, secret: string) => {
  try {
    new ReferenceVerifier(secret).verify(body, Object.fromEntries(headers))
    return true
  } catch {
    return false
  }
}

test('a secret is 256 random bits in the form that Standard Webhooks expects', () => {
  const secrets = Array.from({ length: 1_000 }, makeSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})

test('what arrives verifies as documented and with the reference library, before, during and after a rotation', async () => {
  const receiver = await startReceiver()
  const hooks = await openWebhooks({ startMs: Date.now() })
  const { webhook, secret: first } = await hooks.create({ url: receiver.url })
  const received = async () => {
    await hooks.operations.test('acc_one', webhook.id, randomBytes(8).toString('hex'))
    await hooks.settle()
    const delivery = receiver.deliveries.at(-1)
    if (delivery === undefined) throw new Error('nothing arrived')
    return delivery
  }
  const before = await received()
  expect([serviceFits(before, first ?? ''), standardFits(before, first ?? '')]).toEqual([true, true])

  const { secret: second } = await hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'rotation')
  const during = await received()
  expect([standardFits(during, first ?? ''), standardFits(during, second ?? '')]).toEqual([true, true])
  // There is room for one: the secret that receivers know until the overlap ends.
  expect([serviceFits(during, first ?? ''), serviceFits(during, second ?? '')]).toEqual([true, false])

  const { secret: third } = await hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'another rotation')
  const twice = await received()
  expect([serviceFits(twice, first ?? ''), standardFits(twice, third ?? '')]).toEqual([true, true])
  expect(standardFits(twice, second ?? '')).toBe(false)

  hooks.clock.advance(24 * 3_600_000)
  hooks.clock.setWall(Date.now() + 24 * 3_600_000)
  const after = await received()
  expect([serviceFits(after, third ?? ''), serviceFits(after, first ?? '')]).toEqual([true, false])
  expect(after.headers.get('webhook-signature')?.split(' ')).toHaveLength(1)

  const again = await hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'another rotation')
  expect(again.secret).toBeNull()
  await hooks.stop()
  await receiver.close()
  hooks.remove()
})

test('the reference verifier accepts every payload and no changed one', () => {
  const secret = makeSecret()
  const verifier = new ReferenceVerifier(secret)
  const timestamp = String(Math.floor(Date.now() / 1000))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uuid(), fc.nat(), (text, id, at) => {
      const body = JSON.stringify({ event: 'spread', data: text })
      const headers = (signature: string) => ({
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      })
      const signature = standardSignature([secret], id, timestamp, body)
      expect(verifier.verify(body, headers(signature))).toEqual(JSON.parse(body))
      const place = at % body.length
      const changed = `${body.slice(0, place)}${body[place] === 'x' ? 'y' : 'x'}${body.slice(place + 1)}`
      expect(() => verifier.verify(changed, headers(signature))).toThrow()
      expect(() => verifier.verify(body, headers(standardSignature([makeSecret()], id, timestamp, body)))).toThrow()
    }),
    { numRuns: 500, seed: Number(process.env.SEED) },
  )
})
