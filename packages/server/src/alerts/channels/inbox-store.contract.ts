import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { InboxStore } from './inbox-store.js'
import { anInbox } from './testing/an-inbox.js'

const waiting = (facts: Parameters<typeof anInbox>[0] = {}) =>
  anInbox({ state: 'waiting', code: { digest: 'abc', endsAtMs: 9 }, ...facts })

export const inboxStoreContract = (open: () => Promise<InboxStore>) => {
  test('gives back every inbox as it was written, of its account alone, the oldest first', async () => {
    const store = await open()
    const hostile = anInbox({ id: 'in_b', name: `O'Hara "the" \\ <b>`, createdAtMs: 2 })
    const chat = anInbox({ id: 'in_a', kind: 'telegram', address: null, name: null, state: 'waiting', createdAtMs: 1 })
    expect(await store.create(hostile, 5)).toBe(true)
    expect(await store.create(chat, 5)).toBe(true)
    expect(await store.create(anInbox({ id: 'in_c', accountId: 'acc_two' }), 5)).toBe(true)
    expect(await store.list('acc_one')).toEqual([chat, hostile])
    expect(await store.find('in_b')).toEqual(hostile)
    expect(await store.find('in_x')).toBeNull()
  })

  test('takes no more than were named, and counts those of one account', async () => {
    const store = await open()
    expect(await store.create(anInbox({ id: 'in_a' }), 1)).toBe(true)
    expect(await store.create(anInbox({ id: 'in_b' }), 1)).toBe(false)
    expect(await store.create(anInbox({ id: 'in_c', accountId: 'acc_two' }), 1)).toBe(true)
    expect(await store.delete('acc_two', 'in_a')).toBe(false)
    expect(await store.delete('acc_one', 'in_a')).toBe(true)
    expect(await store.delete('acc_one', 'in_a')).toBe(false)
    expect(await store.create(anInbox({ id: 'in_b' }), 1)).toBe(true)
  })

  test('finds it by its code until it is confirmed, and by its address in every account', async () => {
    const store = await open()
    await store.create(waiting(), 5)
    await store.create(anInbox({ id: 'in_two', accountId: 'acc_two' }), 5)
    await store.create(anInbox({ id: 'in_chat', kind: 'telegram', address: '-100', createdAtMs: 5 }), 5)
    expect((await store.findByCode('abc'))?.id).toBe('in_one')
    const made = await store.change('in_one', (now) => ({ ...now, state: 'confirmed', code: null }))
    expect(made).toMatchObject({ state: 'confirmed' })
    expect(await store.findByCode('abc')).toBeNull()
    expect((await store.withAddress('email', 'desk@example.com')).map(({ id }) => id)).toEqual(['in_one', 'in_two'])
    expect((await store.withAddress('telegram', '-100')).map(({ id }) => id)).toEqual(['in_chat'])
    expect(await store.withAddress('telegram', 'desk@example.com')).toEqual([])
    await store.change('in_chat', (now) => ({ ...now, address: '-200' }))
    expect(await store.withAddress('telegram', '-100')).toEqual([])
  })

  test('forgets unconfirmed inboxes, and keeps all other inboxes', async () => {
    const store = await open()
    await store.create(waiting({ createdAtMs: 5 }), 9)
    await store.create(waiting({ id: 'in_young', code: { digest: 'young', endsAtMs: 9 }, createdAtMs: 10 }), 9)
    await store.create(anInbox({ id: 'in_confirmed', createdAtMs: 1 }), 9)
    await store.create(anInbox({ id: 'in_stopped', state: 'stopped', createdAtMs: 2 }), 9)
    await store.forgetUnconfirmedBefore(10)
    expect((await store.list('acc_one')).map(({ id }) => id)).toEqual(['in_confirmed', 'in_stopped', 'in_young'])
    expect(await store.findByCode('abc')).toBeNull()
  })

  test('changes nothing where there is nothing, or where the decision fails', async () => {
    const store = await open()
    expect(await store.change('in_x', (now) => now)).toBeNull()
    await store.create(anInbox(), 5)
    const fails = () => {
      throw new Error('refused')
    }
    await expect(store.change('in_one', fails)).rejects.toThrow('refused')
    expect(await store.find('in_one')).toEqual(anInbox())
  })
}

export const inboxStoreRaces = (openTwo: OpenTwo<InboxStore>) => {
  test('of all who confirm at once one does, and no more are made than were named', async () => {
    const both = await openTwo()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (both[index % 2] ?? both[0]).create(waiting({ id: `in_${index}`, code: null }), 5),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(5)
    await both[0].create(waiting({ id: 'in_code', accountId: 'acc_two' }), 5)
    let taken = 0
    const take = async (store: InboxStore) => {
      let isMine = false
      await store.change('in_code', (now) => {
        isMine = now.code !== null
        return isMine ? { ...now, state: 'confirmed', code: null } : now
      })
      if (isMine) taken += 1
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => take(both[index % 2] ?? both[0])))
    expect(taken).toBe(1)
  })
}
