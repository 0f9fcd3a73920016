import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReceiver } from '@p2p-rates/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeal, readMasterKey } from './seal.js'
import { openWebhooks } from './testing/open-webhooks.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'p2p-rates-seal-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('a sealed secret', () => {
  const seal = createSeal(randomBytes(32))
  const sealed = seal.seal('whsec_secret', 'wh_one')

  test('opens for its own webhook only: swapping two of them fails', () => {
    expect(seal.open(sealed, 'wh_one')).toBe('whsec_secret')
    expect(() => seal.open(sealed, 'wh_two')).toThrow()
    expect(seal.opens(sealed, 'wh_two')).toBe(false)
  })

  test('opens with its own master key only', () => {
    expect(createSeal(randomBytes(32)).opens(sealed, 'wh_one')).toBe(false)
  })

  test('does not open when any bit of it was changed or a part is missing', () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(seal.opens(changed, 'wh_one')).toBe(false)
    }
    for (let length = 0; length < sealed.length; length++)
      expect(seal.opens(sealed.subarray(0, length), 'wh_one')).toBe(false)
  })

  test('is different each time and does not contain the secret', () => {
    expect(Buffer.from(seal.seal('whsec_secret', 'wh_one'))).not.toEqual(Buffer.from(sealed))
    expect(Buffer.from(sealed).includes('secret')).toBe(false)
  })
})

describe('the master key', () => {
  test('is made at the first start, for its owner only, and kept', () => {
    const key = readMasterKey(dir, undefined)
    expect(key).toHaveLength(32)
    expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o600)
    expect(readMasterKey(dir, undefined)).toEqual(key)
    expect(readdirSync(dir)).toEqual(['master.key'])
  })

  test('that others could read is made private again', () => {
    readMasterKey(dir, undefined)
    chmodSync(join(dir, 'master.key'), 0o644)
    readMasterKey(dir, undefined)
    expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o600)
  })

  test('of the operator wins and is written nowhere', () => {
    const key = randomBytes(32)
    expect(readMasterKey(dir, key.toString('hex'))).toEqual(key)
    expect(readdirSync(dir)).toEqual([])
  })

  test('that is damaged is refused, not replaced', () => {
    writeFileSync(join(dir, 'master.key'), 'abc\n')
    expect(() => readMasterKey(dir, undefined)).toThrow('64 hex digits')
    expect(readFileSync(join(dir, 'master.key'), 'utf8')).toBe('abc\n')
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
  const rotated = await hooks.operations.rotateSecret('acc_one', webhook.id, 24, 'new')
  expect(rotated.secret).toMatch(/^whsec_/)
  await hooks.pass(30_000)
  expect(receiver.deliveries).toHaveLength(1)
  await hooks.stop()
  await receiver.close()
})
