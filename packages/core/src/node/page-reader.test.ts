import { startSimulator } from '@p2p-rates/simulator'
import { expect, test } from 'vitest'
import { exchanges as usual } from '../exchanges/all.js'
import { htx } from '../exchanges/htx.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { createExchangeClient } from './exchange-client.js'
import { createPageReader } from './page-reader.js'
import type { RemoteRequest } from './remote-request.js'

// HTX numbers its currencies: it must be asked for its numbers first.
const exchanges = [...usual.filter(({ id }) => id !== 'htx'), htx]
const exchangeIds = exchanges.map(({ id }) => id)
const nowMs = 1_700_000_000_000
const pace = { minIntervalMs: 0 }
const market = { fiat: 'EUR', side: 'BUY' } as const

test('a book read remotely, page by page, equals the book read directly, for every exchange', async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: exchangeIds, now: () => nowMs })
  const { baseUrls } = simulator
  const reader = createPageReader({ exchanges, baseUrls, pace })
  const errands: RemoteRequest[] = []
  const elsewhere = async (errand: RemoteRequest) => {
    errands.push(errand)
    const { exchange, fiat, ads, requestHash } = errand
    const side = ads?.side ?? null
    const raw = await reader.read({ exchange: exchange.id, fiat, side, page: ads?.page ?? null, requestHash })
    if (raw.state !== 'answered') throw new Error(`${exchange.id}: ${raw.state}`)
    const answer: HttpAnswer = { ...raw.answer, remote: { checked: ads?.page !== 2, observedAtMs: nowMs } }
    return answer
  }
  const direct = createExchangeClient({ exchanges, baseUrls, pace, ports: { now: () => nowMs } })
  const distant = createExchangeClient({
    exchanges,
    pace,
    remote: new Map(exchangeIds.map((id) => [id, elsewhere])),
  })
  for (const exchange of exchangeIds) {
    const here = await direct.fetchBook({ exchange, ...market })
    const there = await distant.fetchBook({ exchange, ...market })
    if (here.state !== 'read' || there.state !== 'read') throw new Error(`${exchange} is not read.`)
    const { remote, ...board } = there.board
    expect(board).toEqual(here.board)
    expect(remote).toEqual({ checked: there.pages === 1 })
  }
  expect(errands.some(({ ads }) => ads === null)).toBe(true)
  await Promise.all([direct.close(), distant.close(), reader.close()])
  await simulator.close()
})

test('a page is asked for only if the request is the very one that is meant', async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: ['bybit'] })
  const reader = createPageReader({ baseUrls: simulator.baseUrls, pace })
  const wanted = { exchange: 'bybit', ...market, page: 1, requestHash: 'of another request' }
  expect(await reader.read(wanted)).toEqual({ state: 'refused', why: 'other_request' })
  expect(await reader.read({ ...wanted, exchange: 'nobody' })).toEqual({ state: 'refused', why: 'unknown_exchange' })
  expect(simulator.requests('bybit')).toBe(0)
  await reader.close()
  await simulator.close()
})

test('an exchange that cannot be reached is a fault', async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: ['bybit'] })
  await simulator.closePort('bybit')
  const reader = createPageReader({ baseUrls: simulator.baseUrls, pace })
  const faults: string[] = []
  const client = createExchangeClient({
    pace,
    remote: new Map([
      [
        'bybit',
        async ({ exchange, fiat, ads, requestHash }) => {
          const raw = await reader.read({
            exchange: exchange.id,
            fiat,
            side: ads?.side ?? null,
            page: ads?.page ?? null,
            requestHash,
          })
          if (raw.state !== 'failed') throw new Error(raw.state)
          faults.push(raw.fault.kind)
          return raw.fault
        },
      ],
    ]),
  })
  expect(await client.fetchBook({ exchange: 'bybit', ...market })).toMatchObject({ state: 'failed' })
  expect(new Set(faults)).toEqual(new Set(['network']))
  await Promise.all([client.close(), reader.close()])
  await simulator.close()
})
