import type { Fault } from '@p2p-rates/core'
import { type NetworkReader, type NetworkReading, networkReaders } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createNetworkCollector } from './network-collector.js'
import { createCurrentTransfers } from './networks.js'

const hourMs = 3_600_000
const startMs = Date.UTC(2026, 10, 23, 10)
const down: Fault = { kind: 'unavailable', message: 'It is out of order.' }

function setUp({ isSimulated = false, reader = networkReaders[0] as NetworkReader } = {}) {
  const clock = createFakeClock(startMs)
  const notes = openMemoryStore()
  const told: string[] = []
  const asked: string[] = []
  const ports = { answer: null as NetworkReading | null }
  const networks = () => {
    const known = { exchange: 'kucoin', isOpen: true, observedAtMs: clock.wallMs(), source: 'exchange' } as const
    return {
      withdrawals: [{ ...known, network: 'TRC20', feeUsdt: 1.5, leastUsdt: 4 }],
      deposits: [{ ...known, network: 'TRC20' }],
    }
  }
  const collector = () =>
    createNetworkCollector({
      reader,
      notes,
      client: {
        fetchNetworks: async () => {
          asked.push(new Date(clock.wallMs()).toISOString().slice(5, 16))
          return ports.answer ?? { state: 'read', networks: networks() }
        },
      },
      isSimulated: () => isSimulated,
      report: (_, fault) => told.push(fault?.kind ?? 'again'),
      clock,
    })
  const pass = async (collect: () => Promise<void>, hours: number) => {
    for (let call = 0; call < hours * 6; call++) {
      await collect()
      clock.advance(hourMs / 6)
    }
  }
  const fromKucoin = async () =>
    (await createCurrentTransfers(notes, clock)()).filter(({ from }) => from === 'kucoin').map(({ to }) => to)
  return { clock, notes, told, asked, ports, networks, collector, pass, fromKucoin }
}

test('an exchange is read at the start and then once a day, by one server for all', async () => {
  const { asked, collector, pass, fromKucoin } = setUp()
  expect(await fromKucoin()).toEqual([])
  await pass(collector(), 30)
  await pass(collector(), 30)
  expect(asked).toEqual(['11-23T10:00', '11-24T10:00', '11-25T10:00'])
  expect(await fromKucoin()).toEqual(['binance', 'bitget', 'bybit', 'mexc', 'okx'])
})

test('a failing exchange is read again in half an hour, reported once, and its last networks stay', async () => {
  const { told, asked, ports, collector, pass, fromKucoin } = setUp()
  const collect = collector()
  await pass(collect, 24)
  ports.answer = { state: 'failed', fault: down }
  await pass(collect, 1)
  ports.answer = { state: 'failed', fault: { ...down, kind: 'blocked', retryAfterSeconds: 7_200 } }
  await pass(collect, 2)
  expect([told, asked.length]).toEqual([['unavailable', 'blocked'], 4])
  expect(await fromKucoin()).toHaveLength(5)
  ports.answer = null
  await pass(collect, 1)
  expect(told.at(-1)).toBe('again')
})

test('simulated networks are stored only by a server that shows simulated markets', async () => {
  for (const isSimulated of [false, true]) {
    const { told, ports, networks, collector, fromKucoin } = setUp({ isSimulated })
    ports.answer = { state: 'read', networks: networks(), simulated: true }
    await collector()()
    expect(await fromKucoin()).toHaveLength(isSimulated ? 5 : 0)
    expect(told).toEqual(isSimulated ? [] : ['bad_response'])
  }
})

test('unwritten networks count as not read, and a clock that was a year ahead stops no request', async () => {
  const { clock, notes, asked, collector } = setUp()
  const collect = collector()
  const { setMeta } = notes
  Object.assign(notes, { setMeta: async () => Promise.reject(new Error('the disk is full')) })
  await expect(collect()).rejects.toThrow('full')
  Object.assign(notes, { setMeta })
  clock.setWall(startMs + 365 * 24 * hourMs)
  await collect()
  clock.setWall(startMs)
  await collector()()
  expect(asked).toHaveLength(3)
})
