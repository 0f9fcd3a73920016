import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 8 })
})
afterAll(() => server.stop())

const csv = async (url: string): Promise<string> =>
  (await fetch(url, { headers: { 'X-API-Key': server.keys.Pro } })).text()

test('the curl line of the recipe writes a CSV file with a heading and numbers', needs('curl'), async () => {
  const line = /```sh\n(curl .*?) > history\.csv/.exec(read('README.md'))?.[1] ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', line], {
    env: { ...process.env, P2P_API_KEY: server.keys.Pro, P2P_BASE_URL: server.url },
  })
  const rows = stdout.trim().split('\r\n')
  expect(rows[0]).toBe('t,buy,sell,simulated')
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows.slice(1)) expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[\d.]*,[\d.]*,true$/)
})

test('the script for Google Sheets turns the answer into rows, and a refusal into its sentence', async () => {
  // Apps Script is synchronous: the answer is fetched first and handed to a stand-in of its services.
  const address = `${server.baseUrl}/history?fiat=UAH&hours=168&format=csv`
  const text = await csv(address)
  const asked: string[] = []
  const services = (status: number, body: string) =>
    createContext({
      PropertiesService: {
        getScriptProperties: () => ({ getProperty: (name: string) => (name === 'P2P_BASE_URL' ? server.url : 'key') }),
      },
      UrlFetchApp: {
        fetch: (url: string) => {
          asked.push(url)
          return { getContentText: () => body, getResponseCode: () => status }
        },
      },
      Utilities: {
        parseCsv: (lines: string) =>
          lines
            .trim()
            .split('\r\n')
            .map((line) => line.split(',')),
      },
    })
  const run = (status: number, body: string, formula = "P2P_HISTORY('UAH', 168)") =>
    runInContext(`${read('sheets.gs')}\n${formula}`, services(status, body))
  const rows = run(200, text) as unknown[][]
  expect(rows[0]).toEqual(['t', 'buy', 'sell', 'simulated'])
  expect(rows.at(-1)?.[1]).toBeGreaterThan(10)
  expect(asked[0]).toBe(address)
  const book = `${server.baseUrl}/orderbook?exchange=okx&rows=5&format=csv`
  const ads = run(200, await csv(book), "P2P_TABLE('orderbook', 'exchange=okx&rows=5')") as unknown[][]
  expect(asked[1]).toBe(book)
  expect(ads).toHaveLength(6)
  // The first one may be a lure.
  expect(ads[1]?.[0]).toBeGreaterThan(0)
  expect(() => run(403, '{"detail":{"code":"plan_required","message":"Needs Pro."}}')).toThrow('Needs Pro.')
})

test('the Excel query asks for columns that the answer has', async () => {
  const heading = (await csv(`${server.baseUrl}/history?format=csv`)).split('\r\n')[0]?.split(',')
  for (const [, column] of read('excel.pq').matchAll(/\{"(\w+)", type/g)) expect(heading).toContain(column)
})
