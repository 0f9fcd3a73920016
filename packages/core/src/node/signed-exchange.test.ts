import { type Simulator, startSimulator } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { bybit } from '../exchanges/all.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { createExchangeClient, type ExchangeClientOptions } from './exchange-client.js'
import { systemPorts } from './ports.js'
import { signRequest } from './sign-request.js'

const nowMs = Date.UTC(2026, 0, 15, 12)
const uah = { exchange: 'bybit', fiat: 'UAH', side: 'BUY' } as const

const simulate = async (more: { keysMayWrite?: boolean } = {}): Promise<Simulator> => {
  const simulator = await startSimulator({ seed: 7, now: () => nowMs, exchanges: ['bybit'], ...more })
  onTestFinished(() => simulator.close())
  return simulator
}

const open = ({ baseUrls }: Simulator, options: ExchangeClientOptions = {}) => {
  const ports = { now: () => nowMs, ...options.ports }
  const client = createExchangeClient({ exchanges: [bybit], baseUrls, pace: { minIntervalMs: 0 }, ...options, ports })
  onTestFinished(() => client.close())
  return client
}

test('with a key the same ads come through the official interface, in the same uniform shape', async () => {
  const simulator = await simulate()
  const signed = await open(simulator, { keys: simulator.keys }).fetchBook(uah)
  const plain = await open(simulator).fetchBook(uah)
  if (signed.state !== 'read' || plain.state !== 'read') throw new Error(JSON.stringify([signed, plain]))
  expect(signed.rejected).toEqual([])
  expect(signed.pages).toBe(2)
  // Accounts take the place of masks, and with them goes the address.
  const without = (ads: typeof signed.board.ads) => ads.map(({ advertiserId: _, url: __, ...ad }) => ad)
  expect(without(signed.board.ads)).toEqual(without(plain.board.ads))
  expect(new Set(signed.board.ads.map(({ advertiserId }) => advertiserId)).size).toBeGreaterThan(30)
})

test.each([
  ['a secret that is not its own', { secret: 'another-secret' }, '10004'],
  ['a key that nobody has given out', { key: 'another-key' }, '10003'],
])('%s is refused: nothing is asked the open way instead', async (_, change, code) => {
  const simulator = await simulate()
  const keys = new Map([...simulator.keys].map(([id, key]) => [id, { ...key, ...change }]))
  const reading = await open(simulator, { keys }).fetchBook(uah)
  expect(reading).toMatchObject({ state: 'failed', fault: { kind: 'blocked', message: expect.stringContaining(code) } })
  expect(simulator.requests('bybit')).toBe(1)
  for (const text of [...keys.values()].flatMap(Object.values)) expect(JSON.stringify(reading)).not.toContain(text)
})

test('a clock that is wrong is told by the exchange', async () => {
  const simulator = await simulate()
  const client = open(simulator, { keys: simulator.keys, ports: { now: () => nowMs - 60_000 } })
  const reading = await client.fetchBook(uah)
  expect(reading).toMatchObject({
    state: 'failed',
    fault: { kind: 'blocked', message: expect.stringContaining('10002') },
  })
})

test('a key that may do more than read is asked about once and never used', async () => {
  const simulator = await simulate({ keysMayWrite: true })
  const client = open(simulator, { keys: simulator.keys })
  for (const side of ['BUY', 'SELL'] as const)
    expect(await client.fetchBook({ ...uah, side })).toMatchObject({
      state: 'failed',
      fault: { kind: 'blocked', message: expect.stringContaining('may do more than read and is not used') },
    })
  expect(simulator.requests('bybit')).toBe(1)
})

test('the rights of a key are looked at again after a day, and after five minutes where there was an objection', async () => {
  let elapsedMs = 0
  const ports = { ...systemPorts, now: () => nowMs, elapsedMs: () => elapsedMs }
  const simulator = await simulate()
  const client = open(simulator, { keys: simulator.keys, ports })
  const requestsOf = async () => {
    const before = simulator.requests('bybit')
    await client.fetchBook({ ...uah, fiat: 'IDR' })
    return simulator.requests('bybit') - before
  }
  const [first, second] = [await requestsOf(), await requestsOf()]
  // Names and rights come along with the first book.
  expect(first - second).toBe(2)
  elapsedMs += 86_400_000
  expect(await requestsOf()).toBe(first)

  const heal = simulator.fault('bybit', { kind: 'blocked' })
  elapsedMs += 86_400_000
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'failed' })
  heal()
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'failed' })
  elapsedMs += 300_000
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'read' })
})

test('a key goes nowhere in the open, and only where its exchange takes one', () => {
  const keys = new Map([['bybit', { key: 'key-of-mine', secret: 'secret-of-mine' }]])
  const start = (options: ExchangeClientOptions) => () => void createExchangeClient(options).close()
  expect(start({ exchanges: [bybit], keys, baseUrls: { bybit: 'http://mirror.example' } })).toThrow('https://')
  expect(start({ exchanges: [bybit], keys, baseUrls: { bybit: 'https://mirror.example' } })).not.toThrow()
  expect(start({ exchanges: [plainExchange('bybit')], keys })).toThrow('has no interface for keys')
})

test('the digest is that of the texts as they are sent', () => {
  const { signed } = bybit
  if (signed === undefined) throw new Error('Bybit has an official interface.')
  const key = { key: 'key-of-somebody', secret: 'secret-of-somebody' }
  const signatureOf = (request: Parameters<typeof signRequest>[0]) =>
    signRequest(request, signed.signing, key, 1_790_000_000_000).headers?.['X-BAPI-SIGN']
  // Computed beforehand by another program.
  expect(signatureOf({ method: 'POST', path: '/v5', body: { tokenId: 'USDT' } })).toBe(
    '486fae3918b8bf9ce80ac4301f4e194ea2cd31c394c8ec75d88c7c348be8bde3',
  )
  expect(signatureOf({ method: 'GET', path: '/v5', query: { a: 1, b: 'x y' } })).toBe(
    '6d10f92f8f6bf82e72b823bec8d1970d73f4f0be85376716ae5ddf99bbb9438d',
  )
})
