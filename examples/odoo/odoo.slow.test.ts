import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Fixing, fixings, index, type ReferenceIndex } from '@p2p-rates/contract'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('fake_odoo.py', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(() => server.stop())

async function indexOf(fiat: string): Promise<ReferenceIndex> {
  const answer = await fetch(`${server.baseUrl}/index?fiat=${fiat}`, { headers: { 'X-API-Key': server.keys.Free } })
  return (await answer.json()) as ReferenceIndex
}

async function ratesFrom(baseUrl: string, today: string, ...words: readonly string[]) {
  const env = { ...process.env, P2P_BASE_URL: baseUrl, P2P_API_KEY: server.keys.Free, TODAY: today }
  const { stdout } = await promisify(execFile)('python3', ['-B', program, ...words], { env })
  return JSON.parse(stdout) as { rates: Record<string, Record<string, number>>; supported: string[] }
}

test('the module for Odoo asks a server for what a currency is worth today', needs('python3'), async () => {
  const today = new Date().toISOString().slice(0, 10)
  const [hryvnia, euro] = [await indexOf('UAH'), await indexOf('EUR')]
  const inHryvnia = await ratesFrom(server.url, today, 'UAH', 'USD', today, today)
  if (hryvnia.confidence.level === 'low') expect(inHryvnia.rates[today]?.USD).toBeUndefined()
  else expect(inHryvnia.rates[today]?.USD).toBeCloseTo(1 / hryvnia.value, 2)
  expect(inHryvnia.supported.slice(0, 2)).toEqual(['USD', 'UAH'])
  const inUsdt = await ratesFrom(server.url, today, 'USD', 'UAH,EUR', today, today)
  const sure = [euro, hryvnia].filter(({ confidence }) => confidence.level !== 'low')
  expect(Object.keys(inUsdt.rates[today] ?? {}).sort()).toEqual(sure.map(({ fiat }) => fiat))
  await expect(ratesFrom(server.url, today, 'USD', 'XXX', today, today)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^p2p-rates: /),
  })
})

test(
  'fixed days keep their fixing, a correction counts, and a doubtful day has no rate',
  needs('python3'),
  async () => {
    const [fixing] = fixings.example.fixings
    const ofDay = (day: string, value: number, more: Partial<Fixing> = {}) => ({ ...fixing, day, value, ...more })
    const days = [
      ofDay('2026-11-18', 40),
      ofDay('2026-11-19', 50, { confidence: { level: 'low', reasons: null } }),
      ofDay('2026-11-18', 41, { correction: 'a feed was down' }),
    ]
    const standIn = createServer(({ url = '' }, response) => {
      const answers = { fixings: { ...fixings.example, fixings: days }, index: { ...index.example, value: 42 } }
      const answer = url.includes('/fixings') ? answers.fixings : url.includes('/index') ? answers.index : { fiats: [] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }).listen(0, '127.0.0.1')
    await once(standIn, 'listening')
    onTestFinished(() => void standIn.close())
    const url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`
    const { rates } = await ratesFrom(url, '2026-11-20', 'USD', 'UAH', '2026-11-18', '2026-11-20')
    expect(rates).toEqual({ '2026-11-18': { UAH: 41 }, '2026-11-20': { UAH: 42 } })
  },
)
