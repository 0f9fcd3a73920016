import { exchangeIds, type Fiat, opportunities } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import { type SimulatedFault, startSimulator } from '@p2p-rates/simulator'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import type { BookClient } from './fetcher.js'
import { minutes, openIngest } from './testing/open-ingest.js'

const seed = 29
const fiats: readonly Fiat[] = ['UAH', 'KZT']

const openCrossedRoom = async (exchanges: readonly string[] = exchangeIds) => {
  let inFlight = 0
  const quiet = async (): Promise<void> => {
    for (let calm = 0; calm < 3; calm = inFlight === 0 ? calm + 1 : 0) await new Promise((turn) => setImmediate(turn))
  }
  const time = createFakeTime(Date.UTC(2026, 9, 3, 6), quiet)
  const simulator = await startSimulator({ seed, exchanges, crossed: { UAH: 4 }, now: time.clock.wallMs })
  const asking = createExchangeClient({
    baseUrls: simulator.baseUrls,
    pace: { minIntervalMs: 0 },
    ports: { now: time.clock.wallMs, elapsedMs: time.clock.monoMs },
  })
  const client: BookClient = {
    fetchBook: async (market, options) => {
      inFlight += 1
      try {
        return await asking.fetchBook(market, options)
      } finally {
        inFlight -= 1
      }
    },
  }
  const open = async (store?: Awaited<ReturnType<typeof openIngest>>['store']) => {
    const room = await openIngest({ time, fiats, exchanges, client, ...(store === undefined ? {} : { store }) })
    onTestFinished(() => room.room.stop())
    return room
  }
  onTestFinished(async () => {
    await asking.close()
    await simulator.close()
  })
  return { simulator, open, now: time.clock.wallMs }
}
type Room = Awaited<ReturnType<typeof openIngest>>

const uahOf = (room: Room) => room.latest.snapshot('UAH')?.rates ?? expect.fail(`seed ${seed}: no rates of UAH`)

const expectOnAir = (room: Room, exchanges: readonly string[] = exchangeIds) => {
  const { bestBuy, bestSell, exchanges: shown } = uahOf(room)
  const at = `seed ${seed}, ${new Date(room.clock.wallMs()).toISOString()}`
  expect(
    shown.filter(({ buy, sell }) => buy !== null && sell !== null).map(({ exchange }) => exchange),
    at,
  ).toEqual(exchanges)
  expect(bestSell?.price ?? 0, at).toBeGreaterThan(bestBuy?.price ?? Number.NaN)
  for (const exchange of exchanges) expect(room.source(exchange).state, `${at} ${exchange}`).toBe('live')
}

describe('a currency in which buyers pay more than sellers ask', () => {
  test('is on air on every exchange, cycle after cycle, for an hour', async () => {
    const { open } = await openCrossedRoom()
    const room = await open()
    room.room.start()
    await room.pass(minutes(1))
    for (let cycle = 0; cycle < 12; cycle++) {
      expectOnAir(room)
      await room.pass(minutes(5))
    }
    expect(room.events.filter((event) => event.kind === 'doubt' && event.doubt === 'swapped_sides')).toEqual([])
  })

  test('is on air at once after a restart, and stays so', async () => {
    const { open } = await openCrossedRoom()
    const before = await open()
    before.room.start()
    await before.pass(minutes(16))
    before.room.stop()
    const after = await open(before.store)
    expectOnAir(after)
    after.room.start()
    await after.pass(minutes(16))
    expectOnAir(after)
  })

  test('is on air on two exchanges alone', async () => {
    const two = ['bybit', 'bitget']
    const { open } = await openCrossedRoom(two)
    const room = await open()
    room.room.start()
    await room.pass(minutes(31))
    expectOnAir(room, two)
  })

  test('shows prices near those of honest people, and pays between different exchanges, best first', async () => {
    const { open, simulator, now } = await openCrossedRoom()
    const room = await open()
    room.room.start()
    await room.pass(minutes(16))
    const { bestBuy, bestSell } = uahOf(room)
    const honest = (side: 'BUY' | 'SELL') =>
      exchangeIds
        .flatMap((exchange) => simulator.world.board({ exchange, fiat: 'UAH', side }, now()))
        .filter(({ intent }) => intent === 'honest')
        .map(({ price }) => price)
    expect(Math.abs((bestBuy?.price ?? 0) / Math.min(...honest('BUY')) - 1)).toBeLessThan(0.01)
    expect(Math.abs((bestSell?.price ?? 0) / Math.max(...honest('SELL')) - 1)).toBeLessThan(0.01)

    const market = room.latest.snapshot('UAH')?.market ?? expect.fail('no market')
    const found = opportunities(market, { amountFiat: 20_000, feeUsdt: 1 })
    expect(found.length).toBeGreaterThan(10)
    for (const { buyExchange, sellExchange, grossSpreadPct } of found) {
      expect(buyExchange).not.toBe(sellExchange)
      expect(grossSpreadPct).toBeGreaterThan(0)
      expect(grossSpreadPct).toBeLessThan(9)
    }
    const profits = found.map(({ netProfitPct }) => netProfitPct)
    expect(profits).toEqual(profits.toSorted((a, b) => b - a))
  })
})

describe('in a world with a crossed currency, an exchange whose sides are exchanged', () => {
  const swapped: SimulatedFault = { kind: 'swapped_sides' }

  test('is left out in every currency with a clear direction, and back at the first good look', async () => {
    const { open, simulator } = await openCrossedRoom()
    const room = await open()
    room.room.start()
    await room.pass(minutes(16))
    const heal = simulator.fault('okx', swapped)
    await room.pass(minutes(20))
    expect(room.source('okx')).toMatchObject({ state: 'held_out', reason: expect.stringContaining('exchanged') })
    for (const fiat of ['UAH', 'KZT'] as const)
      expect(room.used(fiat)).toEqual(exchangeIds.filter((id) => id !== 'okx'))
    heal()
    await room.pass(minutes(6))
    expectOnAir(room)
  })

  test('is not even read where its pages run backwards', async () => {
    const { open, simulator } = await openCrossedRoom()
    const room = await open()
    room.room.start()
    await room.pass(minutes(16))
    for (const exchange of ['binance', 'kucoin']) {
      const heal = simulator.fault({ exchange, fiat: 'UAH' }, swapped)
      await room.pass(minutes(15))
      expect(room.used()).toEqual(exchangeIds.filter((id) => id !== exchange))
      expect(room.source(exchange)).toMatchObject({
        state: 'stale',
        reason: expect.stringContaining('wrong way round'),
      })
      heal()
      await room.pass(minutes(10))
    }
    expectOnAir(room)
  })
})
