import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
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
const terms = { keptMs: 100, leaseMs: 60_000 }
const answer = { status: 201, body: '{"ї":"🦊"}' }

export const idempotencyStoreContract = (open: () => Promise<IdempotencyStore>) => {
  test('gives a request to the first caller, and its answer to all later ones', async () => {
    const store = await open()
    expect(await store.reserveKey(aRecord(), terms)).toEqual({ record: aRecord(), state: 'ours' })
    const again = aRecord({ operationId: 'op2', createdAtMs: 11 })
    expect(await store.reserveKey(again, terms)).toEqual({ record: aRecord(), state: 'under_way' })
    await store.finish(aRecord({ answer }))
    expect(await store.reserveKey(again, terms)).toEqual({ record: aRecord({ answer }), state: 'over' })
  })

  test('gives a released request to the next caller, under its first name', async () => {
    const store = await open()
    await store.reserveKey(aRecord(), terms)
    await store.release(aRecord())
    expect(await store.reserveKey(aRecord({ operationId: 'op2', createdAtMs: 11 }), terms)).toEqual({
      record: aRecord(),
      state: 'ours',
    })
  })

  test('shows what stands to a different request, and gives it away once it is old', async () => {
    const store = await open()
    const other = (createdAtMs: number) => aRecord({ fingerprint: 'f2', operationId: 'op2', createdAtMs })
    await store.reserveKey(aRecord(), terms)
    await store.release(aRecord())
    expect(await store.reserveKey(other(109), terms)).toEqual({ record: aRecord(), state: 'over' })
    await store.reserveKey(aRecord(), terms)
    await store.finish(aRecord({ answer }))
    expect(await store.reserveKey(other(109), terms)).toEqual({ record: aRecord({ answer }), state: 'over' })
    expect(await store.reserveKey(other(110), terms)).toEqual({ record: other(110), state: 'ours' })
    await store.finish(aRecord({ answer }))
    await store.forget(aRecord())
    expect((await store.reserveKey(other(111), terms)).record).toEqual(other(110))
  })

  test('keeps accounts and keys apart, to the letter', async () => {
    const store = await open()
    for (const facts of [{ key: 'a' }, { key: 'A' }, { key: 'a ' }, { key: 'a', accountId: 'acc_two' }])
      expect((await store.reserveKey(aRecord(facts), terms)).state).toBe('ours')
  })

  test('forgets one that was refused, and all that are old', async () => {
    const store = await open()
    for (const [at, key] of ['a', 'b', 'c'].entries()) await store.reserveKey(aRecord({ key, createdAtMs: at }), terms)
    await store.forget(aRecord({ key: 'c' }))
    await store.forget(aRecord({ key: 'unknown' }))
    expect(await store.reserveKey(aRecord({ key: 'c', operationId: 'op2', createdAtMs: 3 }), terms)).toMatchObject({
      record: { operationId: 'op2' },
      state: 'ours',
    })
    expect(await store.forgetBefore(1)).toBe(1)
    await store.release(aRecord({ key: 'a' }))
    await store.release(aRecord({ key: 'b' }))
    const found = async (key: string) =>
      (await store.reserveKey(aRecord({ key, operationId: 'op3', createdAtMs: 4 }), terms)).record.operationId
    expect([await found('a'), await found('b')]).toEqual(['op3', 'op1'])
  })
}

export const idempotencyStoreRaces = (openTwo: OpenTwo<IdempotencyStore>) => {
  test('of concurrent callers one owns the request, and all see the same owner', async () => {
    const both = await openTwo()
    for (let round = 0; round < 20; round++) {
      const begun = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (both[index % 2] ?? both[0]).reserveKey(aRecord({ key: `k${round}`, operationId: `op${index}` }), terms),
        ),
      )
      const ours = begun.filter(({ state }) => state === 'ours')
      expect(ours).toHaveLength(1)
      expect(new Set(begun.map(({ record }) => record.operationId)).size).toBe(1)
    }
  })

  test('a dead holder blocks other callers no longer than its lease, and the id of the operation stays', async () => {
    const [one, other] = await openTwo()
    await one.reserveKey(aRecord(), { ...terms, leaseMs: 0 })
    expect(await other.reserveKey(aRecord({ operationId: 'op2' }), terms)).toEqual({ record: aRecord(), state: 'ours' })
    expect((await one.reserveKey(aRecord({ operationId: 'op3' }), terms)).state).toBe('under_way')
    await other.finish(aRecord({ answer }))
    expect((await one.reserveKey(aRecord({ operationId: 'op3' }), terms)).record.answer).toEqual(answer)
  })
}
