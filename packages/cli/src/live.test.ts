import { startServer } from '@p2p-rates/server/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { directTo, makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
afterAll(remove)

test('listen prints its secret alone for those who take it into a variable', async () => {
  const [one, other] = [
    await p2p(['webhooks', 'listen', '--print-secret']),
    await p2p(['webhooks', 'listen', '--print-secret']),
  ]
  expect(one).toEqual({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/), err: '' })
  expect(other.out).toBe(one.out)
})

test('trigger notes that no listener is connected', async () => {
  const { code, err } = await p2p(['webhooks', 'trigger', 'ping', '--url', 'http://127.0.0.1:1/'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/No receiver answers.*\n.*p2p webhooks listen/) })
})

test('doctor reaches everything, and advises on the exchanges that it cannot reach', async () => {
  const server = await startServer({ fiats: ['EUR'], historyDays: 0 })
  onTestFinished(server.stop)
  const direct = directTo(server.simulator)
  const well = await p2p(['doctor', '--fiat', 'EUR', ...direct])
  expect(well).toMatchObject({ code: 0, out: expect.stringMatching(/^Binance\tok\t\d+ ads for EUR/m) })
  const heal = server.simulator.fault('okx', { kind: 'blocked' })
  const { code, out } = await p2p(['doctor', '--table', '--fiat', 'EUR', ...direct])
  heal()
  expect(code).toBe(1)
  expect(out).toMatch(/OKX +failed/)
  expect(out).toMatch(
    /OKX: The exchange blocks this address or country.*p2p\s+agent\s+on\s+a\s+machine\s+that\s+it\s+does\s+not\s+block/s,
  )
})

test('watch and stream end by themselves after --limit updates', { timeout: 30_000 }, async () => {
  const server = await startServer({ fiats: ['EUR'], historyDays: 0 })
  onTestFinished(server.stop)
  const env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  for (const command of ['watch', 'stream']) {
    const { code, out } = await p2p([command, 'EUR', '--limit', '1', '--ndjson'], { env })
    expect([command, code, out.trim().split('\n').length]).toEqual([command, 0, 1])
  }
})
