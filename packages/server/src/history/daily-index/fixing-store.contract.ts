import { type FixingSlot, firstFixingState } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { FixingEntry, FixingStore, LastEntry } from '../history-stores.js'
import { nextFixingEntry } from './fixing-chain.js'

const facts = (day: string, { value = 41.2, correction = null as string | null } = {}) => ({
  ...({ day, value, confidence: 'high', sources: 5, slots: 12, correction } as const),
  madeAtMs: Date.parse(`${day}T12:40:00Z`),
})

function chainOf(fiat: string, days: readonly string[], end: LastEntry | null = null): readonly FixingEntry[] {
  const links: FixingEntry[] = []
  for (const day of days) links.push(nextFixingEntry(links.at(-1) ?? end, fiat, facts(day)))
  return links
}

const noonMs = Date.parse('2026-11-20T12:00:00Z')
const slotAt = (minute: number, evidence = 12): FixingSlot => ({
  at: new Date(noonMs + minute * 60_000).toISOString(),
  confidence: 'high',
  sources: [{ exchange: 'okx', price: 41 + 1 / 3, evidence }],
})

export const fixingStoreContract = (open: () => Promise<FixingStore>) => {
  test('gives back every link as it was written, those of the days asked for, in their order', async () => {
    const store = await open()
    const links = chainOf('UAH', ['2026-11-18', '2026-11-19', '2026-11-21'])
    expect(await store.appendFixings(links, null)).toBe(true)
    expect(await store.readFixings('UAH', '2026-11-18', '2026-11-21')).toEqual(links)
    expect(await store.readFixings('UAH', '2026-11-19', '2026-11-20')).toEqual([links[1]])
    expect(await store.readFixings('UAH', '2026-11-20', '2026-11-20')).toEqual([])
    const end = await store.lastEntry('UAH')
    expect(end).toEqual({ number: 3, digest: links[2]?.digest })
    const more = chainOf('UAH', ['2026-11-22'], end)
    expect(await store.appendFixings(more, end)).toBe(true)
    expect(await store.readFixings('UAH', '2026-11-21', '2026-11-22')).toEqual([links[2], ...more])
  })

  test('each currency has a chain of its own', async () => {
    const store = await open()
    const [hryvnia, euro] = [chainOf('UAH', ['2026-11-18', '2026-11-19']), chainOf('EUR', ['2026-11-19'])]
    for (const links of [hryvnia, euro]) expect(await store.appendFixings(links, null)).toBe(true)
    expect(await store.readFixings('EUR', '2026-11-01', '2026-11-30')).toEqual(euro)
    expect((await store.lastEntry('UAH'))?.digest).toBe(hryvnia[1]?.digest)
    expect((await store.lastEntry('EUR'))?.digest).toBe(euro[0]?.digest)
    expect(await store.lastEntry('PLN')).toBeNull()
  })

  test('a chain grows at its end alone, by all links or none', async () => {
    const store = await open()
    const links = chainOf('UAH', ['2026-11-18', '2026-11-19'])
    const [first] = links
    await store.appendFixings(links, null)
    const end = await store.lastEntry('UAH')
    if (first === undefined || end === null) throw new Error('the chain did not grow')
    const nowhere = { ...end, digest: 'f'.repeat(64) }
    for (const wrong of [null, first, nowhere])
      expect(await store.appendFixings(chainOf('UAH', ['2026-11-20', '2026-11-21'], wrong), wrong)).toBe(false)
    expect(await store.appendFixings(chainOf('EUR', ['2026-11-20'], end), end)).toBe(false)
    expect(await store.appendFixings([], end)).toBe(false)
    expect(await store.readFixings('UAH', '2026-11-01', '2026-11-30')).toEqual(links)
    expect(await store.lastEntry('EUR')).toBeNull()
  })

  test('gives back the inputs of each entry that has some, and the newest, by currency', async () => {
    const store = await open()
    const inputsOf = (evidence: number) => ({ ...firstFixingState(false), slots: [slotAt(0, evidence)] })
    const first = nextFixingEntry(null, 'UAH', facts('2026-11-18'), inputsOf(1 / 3))
    const second = nextFixingEntry(first, 'UAH', facts('2026-11-19'), inputsOf(2))
    expect(await store.newestInputs('UAH')).toBeNull()
    await store.appendFixings([first, second, nextFixingEntry(second, 'UAH', facts('2026-11-20'))], null)
    await store.appendFixings([nextFixingEntry(null, 'EUR', facts('2026-11-20'), inputsOf(3))], null)
    expect(await store.readInputs('UAH', 1)).toEqual(inputsOf(1 / 3))
    expect(await store.readInputs('UAH', 3)).toBeNull()
    expect(await store.newestInputs('UAH')).toEqual(inputsOf(2))
    const late = nextFixingEntry(first, 'UAH', facts('2026-11-21'), inputsOf(4))
    expect(await store.appendFixings([late], first)).toBe(false)
    expect(await store.newestInputs('UAH')).toEqual(inputsOf(2))
  })

  test('gives back the slots of a time, each as it was saved last, until they are forgotten', async () => {
    const store = await open()
    for (const minute of [10, 0, 5]) await store.saveSlots('UAH', [slotAt(minute)])
    await store.saveSlots('UAH', [slotAt(5, 7.5)])
    await store.saveSlots('EUR', [slotAt(0)])
    const read = () => store.readSlots('UAH', noonMs, noonMs + 10 * 60_000)
    expect(await read()).toEqual([slotAt(0), slotAt(5, 7.5)])
    expect(await store.forgetSlotsBefore(noonMs + 5 * 60_000)).toBe(2)
    expect(await read()).toEqual([slotAt(5, 7.5)])
  })

  test('a correction is next to the entry it corrects', async () => {
    const store = await open()
    const links = chainOf('UAH', ['2026-11-18', '2026-11-19'])
    await store.appendFixings(links, null)
    const end = await store.lastEntry('UAH')
    const why = `A clock was wrong: ‘a’ "b" \\ \u202e`
    const correction = nextFixingEntry(end, 'UAH', facts('2026-11-18', { value: 40.9, correction: why }))
    expect(await store.appendFixings([correction], end)).toBe(true)
    expect(await store.readFixings('UAH', '2026-11-18', '2026-11-18')).toEqual([links[0], correction])
    expect(await store.lastEntry('UAH')).toEqual({ number: 3, digest: correction.digest })
  })
}

export const fixingStoreRaces = (openTwo: OpenTwo<FixingStore>) => {
  test('of many who put a link behind the same one only one does', async () => {
    const both = await openTwo()
    let end: LastEntry | null = null
    for (let round = 0; round < 5; round++) {
      const before: LastEntry | null = end
      const links = Array.from({ length: 8 }, (_, one) =>
        nextFixingEntry(before, 'UAH', facts(`2026-11-1${round}`, { value: 41 + one })),
      )
      const taken = await Promise.all(
        links.map((link, one) => (both[one % 2] ?? both[0]).appendFixings([link], before)),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      const { number, digest } = links[taken.indexOf(true)] as FixingEntry
      end = { number, digest }
      for (const store of both) expect(await store.lastEntry('UAH')).toEqual(end)
    }
  })
}
