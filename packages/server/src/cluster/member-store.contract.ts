import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { MemberStore } from './membership.js'

const member = (id: string) => ({ id, release: '1.2.3', address: `http://${id}:8080`, settings: `of ${id}` })

export const memberStoreContract = (openTwo: OpenTwo<MemberStore>) => {
  test('every member sees the release, the position in the log and the troubles of each', async () => {
    const [one, other] = await openTwo()
    expect(await one.all()).toEqual([])
    await one.join(member('a'))
    await other.join(member('b'))
    const nowMs = await other.beat({ ...member('b'), read: { seq: 7, writtenUs: 0 }, troubles: ['redis'] })
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000)
    for (const store of [one, other])
      expect(await store.all()).toMatchObject([
        { ...member('a'), seen: 0, troubles: [] },
        { ...member('b'), seen: 7, troubles: ['redis'] },
      ])
    await one.leave('a')
    expect((await other.all()).map(({ id }) => id)).toEqual(['b'])
  })

  test('a silent member ages, and is removed; a returning one is listed again', async () => {
    const [one, other] = await openTwo()
    await one.join(member('a'))
    await expect.poll(async () => (await other.all())[0]?.silentMs).toBeGreaterThan(20)
    await one.beat({ ...member('a'), read: { seq: 1, writtenUs: 0 }, troubles: [] })
    await other.forgetSilent(60_000)
    expect(await other.all()).toHaveLength(1)
    await other.forgetSilent(0)
    expect(await other.all()).toEqual([])
    await one.beat({ ...member('a'), read: { seq: 2, writtenUs: 0 }, troubles: [] })
    expect(await other.all()).toMatchObject([{ id: 'a', seen: 2 }])
  })
}
