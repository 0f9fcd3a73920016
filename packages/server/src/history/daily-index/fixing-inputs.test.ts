import { canonicalJson, fixingOfInputs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { contentOf, type FixingStore } from '../history-stores.js'
import { createDailyIndexJob } from './daily-index-job.js'
import { digestOf, fixingChainFaults, fixingInputsFaults, type nextFixingEntry } from './fixing-chain.js'

const minuteMs = 60_000
const dayMs = 86_400_000
const firstDay = Date.UTC(2026, 10, 1)
const names = ['binance', 'bybit', 'okx', 'mexc']

function setUp() {
  const clock = createFakeClock(firstDay)
  const store = openMemoryStore()
  const make = (fixings: FixingStore = store.fixings) =>
    createDailyIndexJob({ store: { ...store, fixings }, fiats: ['UAH'], clock })
  const recordNoon = async (day: number, { exchanges = names, slots = 12 } = {}) => {
    for (let slot = 0; slot < slots; slot++) {
      const at = new Date(firstDay + day * dayMs + (690 + 5 * slot) * minuteMs).toISOString()
      const sources = exchanges.map((exchange, at) => ({
        exchange,
        price: 41 + at / 10 + slot / 300,
        evidence: 10 / 3,
      }))
      await store.fixings.saveSlots('UAH', [{ at, confidence: 'high', sources }])
    }
  }
  const recordIndex = async (day: number) => {
    for (let slot = 0; slot < 12; slot++)
      await store.history.append(firstDay + day * dayMs + (690 + 5 * slot) * minuteMs, [
        { fiat: 'UAH', exchange: 'index', buy: 41.2, sell: 40.8, buyAds: 4, sellAds: 2 },
      ])
  }
  const passTo = (day: number) => clock.setWall(firstDay + day * dayMs + 760 * minuteMs)
  const links = () => store.fixings.readFixings('UAH', '2000-01-01', '2999-12-31')
  const withInputs = async () =>
    Promise.all(
      (await links()).map(async (link) => {
        const inputs = await store.fixings.readInputs('UAH', link.number)
        return { ...link, ...(inputs && { inputs: canonicalJson(inputs) }) }
      }),
    )
  return { store, make, recordNoon, recordIndex, passTo, links, withInputs }
}

test('a fixing is computed from its recorded inputs, which its entry carries the digest of', async () => {
  const { make, recordNoon, passTo, withInputs } = setUp()
  await recordNoon(0)
  passTo(0)
  await make()()
  const [link] = await withInputs()
  if (link?.inputs === undefined) throw new Error('nothing is fixed')
  const result = fixingOfInputs(JSON.parse(link.inputs))
  expect(contentOf(link)).toMatchObject({
    value: result?.value,
    method: 'fixing-2',
    inputs_digest: digestOf(link.inputs),
  })
  expect(contentOf(link)).toMatchObject({ value: 41.168, sources: 4, slots: 12 })
  expect(fixingChainFaults([link])).toEqual([])
})

test('a single changed digit of the inputs is found, and lost inputs too', async () => {
  const { make, recordNoon, passTo, withInputs } = setUp()
  await recordNoon(0)
  passTo(0)
  await make()()
  const links = await withInputs()
  expect(fixingInputsFaults(links)).toEqual([])
  const [link] = links as [ReturnType<typeof nextFixingEntry>]
  const { inputs = '', ...bare } = link
  for (const { index } of inputs.matchAll(/\d/g)) {
    const digit = inputs[index] === '5' ? '6' : '5'
    const changed = inputs.slice(0, index) + digit + inputs.slice(index + 1)
    expect(fixingInputsFaults([{ ...link, inputs: changed }])).toHaveLength(1)
  }
  expect(fixingInputsFaults([bare])).toEqual(['inputs of fixing UAH 1: digest mismatch'])
})

test('a day without its usual exchanges is withheld in the chain, with their names, and stays so', async () => {
  const { store, make, recordNoon, passTo, links } = setUp()
  await recordNoon(0)
  await recordNoon(1, { exchanges: ['binance', 'okx'] })
  await recordNoon(2)
  passTo(2)
  await make()()
  await recordNoon(1)
  passTo(3)
  await make(store.fixings)()
  expect((await links()).map((link) => contentOf(link))).toMatchObject([
    { day: '2026-11-01', value: 41.168 },
    { day: '2026-11-02', value: null, confidence: null, withheld: ['bybit', 'mexc'] },
    { day: '2026-11-03', value: 41.168 },
  ])
  expect(fixingChainFaults(await links())).toEqual([])
})

test('a chain from before inputs gives five fixings notice of the new method', async () => {
  const { make, recordNoon, recordIndex, passTo, links } = setUp()
  await recordIndex(0)
  passTo(0)
  await make()()
  for (let day = 1; day < 8; day++) {
    await recordNoon(day)
    passTo(day)
    await make()()
  }
  expect(
    (await links()).map((link) => contentOf(link)).map(({ method, method_next }) => [method, method_next]),
  ).toEqual([
    ['index-1', undefined],
    ...Array.from({ length: 5 }, () => ['index-1', { method: 'fixing-2', value: 41.168 }]),
    ...Array.from({ length: 2 }, () => ['fixing-2', undefined]),
  ])
})

test('a server that ends before the entry is stored makes the same entry later', async () => {
  const { store, make, recordNoon, passTo, withInputs } = setUp()
  await recordNoon(0)
  await recordNoon(1, { slots: 6 })
  passTo(1)
  const failing: FixingStore = {
    ...store.fixings,
    appendFixings: async () => {
      throw new Error('killed')
    },
  }
  await expect(make(failing)()).rejects.toThrow('killed')
  expect(await withInputs()).toEqual([])
  await make()()
  const links = await withInputs()
  expect(links.map(({ day }) => day)).toEqual(['2026-11-01'])
  expect(fixingInputsFaults(links)).toEqual([])
})
