import { expect, test } from 'vitest'
import { startServer } from '../testing/start-server.js'
import { detectSimulation } from './fetcher.js'
import { anHonestBoard } from './testing/scripted-exchanges.js'

const market = { exchange: 'okx', fiat: 'UAH', side: 'BUY' } as const

test('answers that say nothing of a simulation are real, and one that does is enough', async () => {
  let says: { simulated?: boolean } = {}
  const { client, isSimulated } = detectSimulation(
    {
      fetchBook: async (question) => ({
        state: 'read',
        board: anHonestBoard({ ...question, atMs: 0 } as Parameters<typeof anHonestBoard>[0]),
        rejected: [],
        rowCount: 8,
        pages: 1,
        incomplete: null,
        ...says,
      }),
    },
    false,
  )
  await client.fetchBook(market)
  expect(isSimulated()).toBe(false)
  says = { simulated: true }
  await client.fetchBook(market)
  says = {}
  await client.fetchBook(market)
  expect(isSimulated()).toBe(true)
})

test('a server without the setting for simulations marks its prices all the same', async () => {
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], settings: { P2P_SIMULATED: 'false' } })
  try {
    const ask = async (path: string) =>
      (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business } })).headers.get(
        'x-simulated',
      )
    expect(await ask('/rates')).toBe('true')
    expect(await ask('/history?format=csv')).toBe('true')
    expect(await ask('/markets')).toBe(null)
  } finally {
    await running.stop()
  }
})
