import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Rates } from '@p2p-rates/contract'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('update-rates.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(() => server.stop())

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

/** A store of BTCPay with these rules. */
async function openStore(script: string) {
  let rules = { spread: '0.5', preferredSource: null as string | null, isCustomScript: false, effectiveScript: script }
  let asked: (string | undefined)[] = []
  const btcpay = createServer(async (request, response) => {
    asked = [...asked, `${request.method} ${request.url} ${request.headers.authorization}`]
    if (request.headers.authorization !== 'token secret') return void response.writeHead(401).end('no')
    if (request.method === 'PUT') rules = JSON.parse(await textOf(request)) as typeof rules
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rules))
  }).listen(0, '127.0.0.1')
  await once(btcpay, 'listening')
  onTestFinished(() => void btcpay.close())
  const url = `http://127.0.0.1:${(btcpay.address() as AddressInfo).port}`
  const run = (fiats: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...fiats], {
      cwd: root,
      env: {
        ...process.env,
        P2P_BASE_URL: server.url,
        P2P_API_KEY: server.keys.Free,
        BTCPAY_URL: url,
        BTCPAY_STORE: 'shop 1',
        BTCPAY_KEY: 'secret',
        ...environment,
      },
    })
  return { run, rules: () => rules, asked: () => asked }
}

const linesOf = async (fiat: string): Promise<readonly string[]> => {
  const path = `/rates?fiat=${fiat}&include=confidence`
  const answer = await fetch(server.baseUrl + path, { headers: { 'X-API-Key': server.keys.Free } })
  const { best_sell: best, confidence } = (await answer.json()) as Rates
  if (confidence?.sell.level === 'low') return []
  return [`USDT_${fiat} = ${best.price};`, `BTC_${fiat} = kraken(BTC_USDT) * USDT_${fiat};`]
}

test('what a USDT brings stands before the rules of the store, which stay, and is replaced the next time', async () => {
  const store = await openStore('X_X = kraken(X_X);\n')
  await store.run(['uah', 'EUR'])
  const written = [
    '// p2p-rates begins',
    ...(await linesOf('UAH')),
    ...(await linesOf('EUR')),
    '// p2p-rates ends',
    'X_X = kraken(X_X);',
    '',
  ].join('\n')
  expect(store.rules()).toEqual({
    spread: '0.5',
    preferredSource: null,
    isCustomScript: true,
    effectiveScript: written,
  })
  await store.run(['UAH', 'EUR'])
  expect(store.rules().effectiveScript).toBe(written)
  expect(store.asked()[0]).toBe('GET /api/v1/stores/shop%201/rates/configuration/primary token secret')
})

test('where a price or the store cannot be had, nothing is written, and it ends with 1', async () => {
  const store = await openStore('X_X = kraken(X_X);\n')
  await expect(store.run(['XXX'])).rejects.toMatchObject({ code: 1 })
  await expect(store.run(['UAH'], { BTCPAY_KEY: 'wrong' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('BTCPay answers 401'),
  })
  await expect(store.run([])).rejects.toMatchObject({ code: 2 })
  expect(store.rules().effectiveScript).toBe('X_X = kraken(X_X);\n')
})
