import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Rates, rates } from '@p2p-rates/contract'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('fake_frappe.py', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(() => server.stop())

async function entriesFrom(baseUrl: string, fiats: string) {
  const env = { ...process.env, P2P_BASE_URL: baseUrl, P2P_API_KEY: server.keys.Free }
  const { stdout } = await promisify(execFile)('python3', ['-B', program, fiats], { env })
  return JSON.parse(stdout) as { entries: Record<string, unknown>[]; logged: string[] }
}

/** Sides of a currency without low confidence: `[fiat, for buying, for selling]`. */
async function sureSides(fiat: string) {
  const path = `/rates?fiat=${fiat}&include=confidence`
  const answer = await fetch(server.baseUrl + path, { headers: { 'X-API-Key': server.keys.Free } })
  const { confidence } = (await answer.json()) as Rates
  return [
    ...(confidence?.buy.level === 'low' ? [] : [[fiat, 1, 0]]),
    ...(confidence?.sell.level === 'low' ? [] : [[fiat, 0, 1]]),
  ]
}

test('the script for ERPNext writes one entry a day and side, however often it runs', needs('python3'), async () => {
  const { entries, logged } = await entriesFrom(server.url, 'UAH,EUR')
  const sides = [...(await sureSides('UAH')), ...(await sureSides('EUR'))]
  expect(entries.map((entry) => [entry.to_currency, entry.for_buying, entry.for_selling])).toEqual(sides)
  for (const entry of entries) expect(entry).toMatchObject({ doctype: 'Currency Exchange', from_currency: 'USDT' })
  for (const { exchange_rate: rate } of entries) expect(rate).toBeGreaterThan(0)
  expect(logged.length > 0).toBe(sides.length < 4)
})

test('a doubtful price is not taken, and said', needs('python3'), async () => {
  const doubtful = { level: 'low', reasons: [] }
  const sure = { level: 'high', reasons: [] }
  const answer = { ...rates.example, confidence: { buy: doubtful, sell: sure } } as unknown as Rates
  const standIn = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(standIn, 'listening')
  onTestFinished(() => void standIn.close())
  const { entries, logged } = await entriesFrom(`http://127.0.0.1:${(standIn.address() as AddressInfo).port}`, 'UAH')
  expect(entries.map((entry) => [entry.for_selling, entry.exchange_rate])).toEqual([[1, rates.example.best_sell.price]])
  expect(logged[0]).toBe('The price of USDT in UAH is doubtful and was not taken.')
})
