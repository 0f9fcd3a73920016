import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSemaphore } from '../base/concurrency/semaphore.js'
import { createPasswordHasher } from './password-hasher.js'

const semaphore = createSemaphore({ maxRunning: 2, maxWaiting: 100 })
const quick = createPasswordHasher({ semaphore, logCost: 4 })

test('a password matches its own digest only', async () => {
  const digest = await quick.digest('correct horse battery')
  expect(await quick.verifyPassword('correct horse battery', digest)).toBe(true)
  for (const other of ['correct horse batterz', 'Correct horse battery', 'correct horse battery ', ''])
    expect(await quick.verifyPassword(other, digest)).toBe(false)
})

test('the stored digest is salted, and reveals nothing of the password', async () => {
  const [one, other] = [await quick.digest('correct horse battery'), await quick.digest('correct horse battery')]
  expect(one).not.toBe(other)
  expect(one).not.toContain('horse')
})

test('the same letters typed on another keyboard are the same password', async () => {
  const digest = await quick.digest('caf\u00e9 caf\u00e9 caf\u00e9')
  expect(await quick.verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', digest)).toBe(true)
})

test('a digest made at another cost still matches', async () => {
  const digest = await createPasswordHasher({ semaphore, logCost: 5 }).digest('correct horse battery')
  expect(await quick.verifyPassword('correct horse battery', digest)).toBe(true)
})

test('nothing fits where there is nothing to compare with', async () => {
  expect(await quick.verifyPassword('correct horse battery', null)).toBe(false)
})

test('one guess costs 2^17 rounds of 8 blocks, so 128 MiB', async () => {
  const digest = await createPasswordHasher({ semaphore }).digest('correct horse battery')
  const [kind, logCost, salt = '', made = ''] = digest.split('$')
  expect([kind, logCost]).toEqual(['scrypt', '17'])
  const costs = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
  const again = scryptSync('correct horse battery', Buffer.from(salt, 'base64url'), 32, costs)
  expect(again.toString('base64url')).toBe(made)
})
