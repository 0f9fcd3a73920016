import { expect, test } from 'vitest'
import type { PollNonces } from './poll-nonces.js'

export const pollNoncesContract = (
  open: () => Promise<{ readonly both: readonly [PollNonces, PollNonces]; pass(ms: number): Promise<void> }>,
) => {
  test('a nonce is valid once, for one reporter, within a minute, on every server', async () => {
    const { both, pass } = await open()
    const [one, other] = both
    const nonces = [await one.issue('home'), await one.issue('home'), await other.issue('home')] as const
    expect(new Set(nonces).size).toBe(3)
    expect(await other.use('office', nonces[0])).toBe(false)
    expect([await other.use('home', nonces[0]), await one.use('home', nonces[0])]).toEqual([true, false])
    expect(await one.use('home', nonces[2])).toBe(true)
    await pass(60_100)
    expect(await one.use('home', nonces[1])).toBe(false)
    for (const forged of ['', '..', '1.x.y', nonces[1].replace(/^\d+/, '999999999')])
      expect(await one.use('home', forged)).toBe(false)
  })

  test('of all who use a number at once one may', async () => {
    const { both } = await open()
    const nonce = await both[0].issue('home')
    const used = await Promise.all(Array.from({ length: 10 }, (_, at) => (both[at % 2] ?? both[0]).use('home', nonce)))
    expect(used.filter(Boolean)).toHaveLength(1)
  })
}
