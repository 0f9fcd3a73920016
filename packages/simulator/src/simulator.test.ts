import { request as ask } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { everyExchange } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { type SimulatorOptions, startSimulator } from './simulator.js'
import { fetchPage } from './testing/fetch-page.js'

const nowMs = Date.UTC(2026, 9, 14, 11, 37, 20)

async function pages(options: Partial<SimulatorOptions>): Promise<(string | null)[]> {
  const simulator = await startSimulator({ seed: 8, now: () => nowMs, ...options })
  try {
    return await Promise.all(everyExchange.map(({ id }) => fetchPage(simulator, id, { fiat: 'EUR', side: 'SELL' })))
  } finally {
    await simulator.close()
  }
}

test('the same seed and clock give the same bytes; another seed or minute does not', async () => {
  const first = await pages({})
  expect(await pages({})).toEqual(first)
  expect(await pages({ now: () => nowMs + 30_000 })).toEqual(first)
  expect(await pages({ seed: 9 })).not.toEqual(first)
  expect(await pages({ now: () => nowMs + 3_600_000 })).not.toEqual(first)
})

test('compression changes the wire and not the words', async () => {
  const plain = await pages({ compression: 'none' })
  expect(await pages({ compression: 'gzip' })).toEqual(plain)
  expect(await pages({ compression: 'br' })).toEqual(plain)
})

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['br', 'gzip, br', brotliDecompressSync],
  ['gzip', 'br', null],
  ['none', 'gzip', null],
] as const)(
  'with %s and a reader accepting %s, the body is packed only when both agree',
  async (compression, accepted, unpack) => {
    const simulator = await startSimulator({ seed: 8, now: () => nowMs, compression, exchanges: ['okx'] })
    const path = '/v3/c2c/tradingOrders/books?side=sell&baseCurrency=usdt&quoteCurrency=uah'
    const [encoding, body] = await new Promise<[string | undefined, Buffer]>((resolve) => {
      ask(`${simulator.baseUrls.okx}${path}`, { headers: { 'accept-encoding': accepted } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve([response.headers['content-encoding'], Buffer.concat(chunks)]))
      }).end()
    })
    expect(encoding).toBe(unpack === null ? undefined : compression)
    expect(JSON.parse(String(unpack === null ? body : unpack(body))).code).toBe(0)
    await simulator.close()
  },
)

test('counts requests per exchange and starts only whom it is asked to', async () => {
  const simulator = await startSimulator({ seed: 8, exchanges: ['mexc', 'htx'] })
  expect(Object.keys(simulator.baseUrls)).toEqual(['mexc', 'htx'])
  await fetchPage(simulator, 'mexc', { fiat: 'UAH', side: 'BUY' })
  await fetchPage(simulator, 'mexc', { fiat: 'UAH', side: 'BUY' })
  expect([simulator.requests('mexc'), simulator.requests('htx')]).toEqual([2, 0])
  expect(() => simulator.requests('okx')).toThrow('okx')
  await simulator.close()
})

test('frees its ports', async () => {
  const isFreed = async (): Promise<boolean> => {
    const simulator = await startSimulator({ seed: 8, exchanges: ['htx'] })
    await simulator.close()
    const portBase = Number(new URL(simulator.baseUrls.htx ?? '').port)
    const again = await startSimulator({ seed: 8, exchanges: ['htx'], portBase }).catch(() => null)
    await again?.close()
    return again?.baseUrls.htx === simulator.baseUrls.htx
  }
  // Retry, because another process may take the freed port.
  await expect.poll(isFreed).toBe(true)
})

test('closes at once even while readers hang', async () => {
  const simulator = await startSimulator({ seed: 8, exchanges: ['okx'] })
  simulator.fault('okx', { kind: 'timeout' })
  const hanging = expect(fetch(`${simulator.baseUrls.okx}/`)).rejects.toThrow()
  await simulator.close()
  await hanging
})

test('refuses to simulate an exchange it does not know', async () => {
  await expect(startSimulator({ seed: 8, exchanges: ['nasdaq'] })).rejects.toThrow('nasdaq')
})
