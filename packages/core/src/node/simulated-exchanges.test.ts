import { type SimulatedFault, startSimulator, unresolvableUrl } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyExchange as exchanges } from '../exchanges/all.js'
import type { FaultKind } from '../fault.js'
import { checkEach } from '../testing/check-each.js'
import { createExchangeClient, type ExchangeClientOptions } from './exchange-client.js'

const now = () => Date.UTC(2026, 0, 15, 12)
let simulator: Awaited<ReturnType<typeof startSimulator>>

beforeAll(async () => {
  simulator = await startSimulator({ seed: 7, now })
})
afterAll(() => simulator.close())

async function fetchUah(options: ExchangeClientOptions = {}) {
  const client = createExchangeClient({
    exchanges,
    baseUrls: simulator.baseUrls,
    pace: { minIntervalMs: 0 },
    ...options,
  })
  const market = await client.fetchMarket('UAH')
  await client.close()
  return market
}
const allOf = (kind: string) => exchanges.map(({ id }) => `${id} ${kind}, ${kind}`)
const kindsOf = ({ outcomes }: Awaited<ReturnType<typeof fetchUah>>) =>
  exchanges.map(({ id }) => {
    const own = outcomes.filter(({ exchange }) => exchange === id)
    return `${id} ${own.map(({ reading }) => (reading.state === 'read' ? 'read' : reading.fault.kind)).join(', ')}`
  })

describe('simulated exchanges', () => {
  test.each(['gzip', 'br', 'none'] as const)('are read whole with compression %s', async (compression) => {
    const other = await startSimulator({ seed: 7, now, compression })
    const { outcomes, boards } = await fetchUah({ baseUrls: other.baseUrls })
    await other.close()
    expect(outcomes).toHaveLength(2 * exchanges.length)
    for (const { reading } of outcomes) expect(reading).toMatchObject({ state: 'read', rejected: [], incomplete: null })
    for (const { ads } of boards) {
      expect(ads.length).toBeGreaterThan(9)
      expect(new Set(ads.map(({ adId }) => adId)).size).toBe(ads.length)
    }
    // Only MEXC leaves some of its numbers out of its own list.
    const unnamed = boards
      .flatMap(({ ads }) => ads)
      .filter(({ paymentMethods }) => /\bmethod \d/.test(paymentMethods.join()))
    expect(new Set(unnamed.map(({ exchange }) => exchange))).toEqual(new Set(['mexc']))
  })

  const cases: readonly (readonly [FaultKind, SimulatedFault])[] = [
    ['timeout', { kind: 'timeout' }],
    ['timeout', { kind: 'drip' }],
    ['timeout', { kind: 'slow_first_byte', delayMs: 30_000 }],
    ['network', { kind: 'network' }],
    ['network', { kind: 'reset' }],
    ['rate_limited', { kind: 'rate_limited' }],
    ['rate_limited', { kind: 'rate_limited', retryAfter: '30' }],
    ['blocked', { kind: 'blocked', as: 'html' }],
    ['blocked', { kind: 'blocked', as: 'teapot' }],
    ['blocked', { kind: 'blocked', as: 'legal' }],
    ['blocked', { kind: 'blocked', as: 'captcha' }],
    ['blocked', { kind: 'blocked', as: 'json' }],
    ['unavailable', { kind: 'unavailable', status: 500, as: 'empty' }],
    ['unavailable', { kind: 'unavailable', status: 503, as: 'html' }],
    ['unavailable', { kind: 'unavailable', status: 504, as: 'json' }],
    ['bad_response', { kind: 'bad_response', as: 'truncated' }],
    ['bad_response', { kind: 'bad_response', as: 'wrong_encoding' }],
    ['bad_response', { kind: 'bad_response', as: 'wrong_charset' }],
    ['bad_response', { kind: 'bad_response', as: 'not_json' }],
    ['bad_response', { kind: 'bad_response', as: 'empty' }],
    ['too_large', { kind: 'too_large', as: 'oversize' }],
    ['too_large', { kind: 'too_large', as: 'gzip_bomb' }],
    ['too_large', { kind: 'too_large', as: 'brotli_bomb' }],
    ['too_large', { kind: 'too_large', as: 'deep' }],
    ['redirect', { kind: 'redirect' }],
    ['schema_drift', { kind: 'schema_drift', as: 'rows' }],
    ['schema_drift', { kind: 'schema_drift', as: 'envelope' }],
  ]
  test('that fail give the kind of each fault', () =>
    checkEach(cases, async ([kind, fault]) => {
      const end = simulator.fault('all', fault)
      const slow = kind === 'timeout'
      const market = await fetchUah(slow ? { limits: { totalMs: 300 } } : {})
      end()
      expect(kindsOf(market)).toEqual(allOf(kind))
      expect(market.boards).toEqual([])
    }))

  test('never lead to where their redirects point', () => {
    expect(simulator.trap.deliveries).toEqual([])
  })

  test('that cannot be resolved give dns', async () => {
    const nowhere = Object.fromEntries(exchanges.map(({ id }) => [id, unresolvableUrl]))
    // Allow 60 s, because resolvers differ in their time to fail.
    const limits = { connectMs: 60_000, firstByteMs: 60_000, totalMs: 60_000 }
    expect(kindsOf(await fetchUah({ baseUrls: nowhere, limits }))).toEqual(allOf('dns'))
  })

  test('that refuse in their own words, inside HTTP 200, are not read', async () => {
    const end = simulator.fault('all', { kind: 'refusal' })
    const market = await fetchUah()
    end()
    expect(market.boards).toEqual([])
  })

  test('one by one, exchanges break without affecting the rest, and recover', async () => {
    for (const { id } of exchanges) {
      const end = simulator.fault(id, { kind: 'blocked' })
      const broken = kindsOf(await fetchUah())
      end()
      expect(broken).toEqual(
        exchanges.map((other) => `${other.id} ${other.id === id ? 'blocked, blocked' : 'read, read'}`),
      )
    }
    expect(kindsOf(await fetchUah())).toEqual(allOf('read'))
  })
})
