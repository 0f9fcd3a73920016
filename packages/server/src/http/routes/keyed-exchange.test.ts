import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sources } from '@p2p-rates/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../base/config.js'
import { createLog } from '../../base/log/log.js'
import { startServer } from '../../testing/start-server.js'

const secrets = /(key|secret|phrase)-of-(bybit|bitget|wallet|gate)/
const bybit = { key: 'key-of-bybit-7', secret: 'secret-of-bybit-7' }
const bitget = { key: 'key-of-bitget-7', secret: 'secret-of-bitget-7', passphrase: 'phrase-of-bitget-7' }
const wallet = { key: 'key-of-wallet-7' }
const gate = { key: 'key-of-gate-7', secret: 'secret-of-gate-7' }
const folder = mkdtempSync(join(tmpdir(), 'p2p-keys-'))
const file = (text: string, mode = 0o600): string => {
  const path = join(folder, 'keys.json')
  // A file that only may be read is replaced.
  rmSync(path, { force: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

/** Returns a port below the ephemeral range, so that the system doesn't assign it to another process meanwhile. */
const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer()
    probe.once('error', () => found(freePort()))
    probe.listen(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })

async function start(change: { bybit?: object; bitget?: object } = {}) {
  const lines: string[] = []
  const metricsPort = await freePort()
  const running = await startServer({
    seed: 7,
    fiats: ['UAH'],
    exchanges: ['okx', 'bybit', 'bitget', 'wallet', 'gate'],
    historyDays: 0,
    log: createLog('debug', (line) => void lines.push(line)),
    settings: {
      P2P_EXCHANGE_KEYS_FILE: file(
        JSON.stringify({ bybit: { ...bybit, ...change.bybit }, bitget: { ...bitget, ...change.bitget }, wallet, gate }),
      ),
      P2P_METRICS_PORT: String(metricsPort),
    },
  })
  const ask = async (path: string) =>
    (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business } })).text()
  return { running, lines, ask, metrics: `http://127.0.0.1:${metricsPort}/metrics` }
}

let good: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  good = await start()
})
afterAll(async () => {
  await good.running.stop()
  rmSync(folder, { recursive: true })
})

const sourceOf = async ({ ask }: typeof good, exchange: string) =>
  (JSON.parse(await ask(`/sources?exchange=${exchange}`)) as Sources).sources[0]

test.each(['bybit', 'bitget'])('%s is live through its official interface', async (exchange) => {
  expect(await sourceOf(good, exchange)).toMatchObject({ exchange, state: 'live' })
  const book = JSON.parse(await good.ask(`/orderbook?exchange=${exchange}&rows=50`)) as {
    ads: { url?: string | null }[]
  }
  expect(book.ads.length).toBeGreaterThan(5)
  // Only the open interface gives what addresses are made of.
  expect(book.ads.every(({ url }) => url === null || url === undefined)).toBe(true)
})

test.each(['wallet', 'gate'])('%s, which has no open interface, is live with its key', async (exchange) => {
  expect(await sourceOf(good, exchange)).toMatchObject({ exchange, state: 'live' })
  const { baseUrl, keys } = good.running
  const { headers } = await fetch(`${baseUrl}/markets`, { headers: { 'X-API-Key': keys.Business } })
  expect(headers.get('X-Exchange-Names')).toBe('wallet=Wallet&gate=Gate')
})

test('neither the key nor its secret is in a log line, an answer or a page', async () => {
  const paths = [
    '/sources',
    '/markets',
    '/orderbook?exchange=bybit',
    '/orderbook?exchange=bitget',
    '/openapi.json',
    '/me',
    '/nothing',
  ]
  for (const path of paths) expect(await good.ask(path)).not.toMatch(secrets)
  for (const path of ['/', '/status', '/readyz', '/livez', '/web/v1/source-history', '/web/v1/sources'])
    expect(await (await fetch(good.running.url + path)).text()).not.toMatch(secrets)
  const metrics = await (await fetch(good.metrics)).text()
  expect(metrics).toContain('bybit')
  expect(metrics).not.toMatch(secrets)
  expect(good.lines.length).toBeGreaterThan(0)
  expect(good.lines.join('\n')).not.toMatch(secrets)
})

test('a wrong secret and a wrong passphrase are faults that say so, in words without them', async () => {
  const bad = await start({
    bybit: { secret: 'secret-of-bybit-but-another' },
    bitget: { passphrase: 'phrase-of-bitget-but-another' },
  })
  for (const exchange of ['bybit', 'bitget']) {
    const source = await sourceOf(bad, exchange)
    expect(source).toMatchObject({ exchange, last_error: { kind: 'blocked' } })
    expect(source?.state).not.toBe('live')
    expect(JSON.stringify(source)).not.toMatch(secrets)
  }
  expect(bad.lines.join('\n')).not.toMatch(secrets)
  await bad.running.stop()
})

test('the settings show neither, and problems name the file and repeat nothing of it', () => {
  const text = '{"bybit":{"key":"key-of-bybit-7","secret":"secret-of-bybit-7"}}'
  const { config, effective } = readConfig({ P2P_EXCHANGE_KEYS_FILE: file(text) })
  expect(config.EXCHANGE_KEYS?.get('bybit')).toEqual({ key: 'key-of-bybit-7', secret: 'secret-of-bybit-7' })
  expect(effective.find(({ name }) => name === 'P2P_EXCHANGE_KEYS')?.value).toBe('********')
  const problemOf = (path: string): string => {
    try {
      readConfig({ P2P_EXCHANGE_KEYS_FILE: path })
    } catch (error) {
      return String(error)
    }
    return 'none'
  }
  for (const mode of [0o640, 0o604, 0o644, 0o666])
    expect(problemOf(file(text, mode))).toContain('P2P_EXCHANGE_KEYS_FILE names a file that others may read: chmod 600')
  expect(problemOf(file(text, 0o400))).toBe('none')
  expect(problemOf(join(folder, 'missing.json'))).toContain('names a file that does not exist')
  expect(problemOf(folder)).toContain('names no file')
  for (const wrong of [text.slice(1), text.replace('bybit', 'okx'), text.replace('"secret"', '"sekret"')])
    expect(problemOf(file(wrong))).toMatch(/P2P_EXCHANGE_KEYS (?!.*(key-of|secret-of))/)
})

test('a key over an unencrypted connection is reported with all other problems of the settings', () => {
  const read = (bybit: string) => () =>
    readConfig({
      P2P_EXCHANGE_KEYS: '{"bybit":{"key":"key-of-bybit-7","secret":"secret-of-bybit-7"}}',
      P2P_EXCHANGE_URLS: `bybit=${bybit}`,
      P2P_PORT: 'x',
    })
  expect(read('http://mirror.example')).toThrow(
    /P2P_PORT[\s\S]+leads to bybit without https: a key is not sent that way/,
  )
  expect(read('http://127.0.0.1:9')).not.toThrow('without https')
  expect(read('https://mirror.example')).not.toThrow('without https')
})
