import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from './master-key.js'
import { openWebhooks } from './testing/open-webhooks.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'p2p-rates-seal-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('a sealed secret', () => {
  const secretBox = createSecretBox(randomBytes(32))
  const sealed = secretBox.seal('whsec_secret', 'wh_one')

  test('opens for its own webhook only: swapping two of them fails', () => {
    expect(secretBox.open(sealed, 'wh_one')).toBe('whsec_secret')
    expect(() => secretBox.open(sealed, 'wh_two')).toThrow()
    expect(secretBox.canOpen(sealed, 'wh_two')).toBe(false)
  })

  test('opens with its own master key only', () => {
    expect(createSecretBox(randomBytes(32)).canOpen(sealed, 'wh_one')).toBe(false)
  })

  test('does not open when any bit of it was changed or a part is missing', () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(secretBox.canOpen(changed, 'wh_one')).toBe(false)
    }
    for (let length = 0; length < sealed.length; length++)
      expect(secretBox.canOpen(sealed.subarray(0, length), 'wh_one')).toBe(false)
  })

  test('is different each time and does not contain the secret', () => {
    expect(Buffer.from(secretBox.seal('whsec_secret', 'wh_one'))).not.toEqual(Buffer.from(sealed))
    expect(Buffer.from(sealed).includes('secret')).toBe(false)
  })
})

test('no secret lies readable in the data, and with another master key nothing is sent until a new secret is made', async () => {
  const receiver = await startReceiver()
  let hooks = await openWebhooks({ dataDir: dir, masterKey: 'a'.repeat(64) })
  const { webhook, secret } = await hooks.create({ url: receiver.url })
  await hooks.price(42)
  await hooks.stop()
  for (const file of readdirSync(dir))
    for (const part of [secret, secret?.slice(6)])
      expect(readFileSync(join(dir, file)).includes(part ?? 'nothing'), file).toBe(false)

  hooks = await openWebhooks({ dataDir: dir, masterKey: 'b'.repeat(64) })
  await hooks.price(40.9)
  await hooks.pass(5_000)
  expect(receiver.deliveries).toEqual([])
  expect(await hooks.operations.deliveries('acc_one', webhook.id)).toMatchObject([
    { state: 'pending', attempts: 2, lastFault: 'internal' },
  ])
  // A fault of ours is nothing that a receiver could be disabled for.
  expect((await hooks.operations.list('acc_one'))[0]).toMatchObject({ enabled: true, consecutiveFailures: 0 })
  const rotated = await hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'new')
  expect(rotated.secret).toMatch(/^whsec_/)
  await hooks.pass(30_000)
  expect(receiver.deliveries).toHaveLength(1)
  await hooks.stop()
  await receiver.close()
})
