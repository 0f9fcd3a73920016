import { expect, test } from 'vitest'
import type { IdempotencyRecord, IdempotencyStore } from './idempotency-store.js'

const aRecord = (facts: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  accountId: 'acc_one',
  key: 'key "1"',
  fingerprint: 'f1',
  operationId: 'op1',
  createdAtMs: 10,
  answer: null,
  ...facts,
})

/** What every implementation of the port promises. */
export const idempotencyStoreContract = (open: () => Promise<IdempotencyStore>) => {
  test('keeps a request before its answer and with it', async () => {
    const store = await open()
    await store.save(aRecord())
    expect(await store.find('acc_one', 'key "1"')).toEqual(aRecord())
    const answered = aRecord({ answer: { status: 201, body: '{"ї":"🦊"}' } })
    await store.save(answered)
    expect(await store.find('acc_one', 'key "1"')).toEqual(answered)
    await store.save(aRecord({ fingerprint: 'f2', operationId: 'op2', createdAtMs: 20 }))
    expect(await store.find('acc_one', 'key "1"')).toMatchObject({ operationId: 'op2', answer: null })
  })

  test('keeps accounts and keys apart, to the letter', async () => {
    const store = await open()
    await store.save(aRecord({ key: 'a' }))
    expect(await store.find('acc_two', 'a')).toBeNull()
    expect(await store.find('acc_one', 'A')).toBeNull()
    expect(await store.find('acc_one', 'a ')).toBeNull()
  })

  test('forgets one, and all that are old', async () => {
    const store = await open()
    for (const [at, key] of ['a', 'b', 'c'].entries()) await store.save(aRecord({ key, createdAtMs: at }))
    await store.forget('acc_one', 'c')
    await store.forget('acc_one', 'unknown')
    expect(await store.find('acc_one', 'c')).toBeNull()
    expect(await store.forgetBefore(1)).toBe(1)
    expect(await store.find('acc_one', 'a')).toBeNull()
    expect(await store.find('acc_one', 'b')).not.toBeNull()
  })
}
