import type { RecentRequestList } from '@p2p-rates/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx'],
    settings: { P2P_PROXY_HOPS: '1', P2P_HAMMERING_PAUSE_MS: '0' },
  })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

const openPage = async (address: string) => {
  const person = await makePerson(running.config.DATA_DIR)
  const browser = createBrowser(asker, running.url, address)
  await browser.logIn(person)
  const { key, record } = await running.server.operator.createKey(person.accountId, null)
  const look = async () => {
    const { status, text } = await browser.ask('GET', '/requests')
    expect(status).toBe(200)
    return (JSON.parse(text) as RecentRequestList).requests
  }
  return { key, record, look }
}
const call = (path: string, key: string, address = '198.51.100.7') =>
  asker.ask({
    path: `/api/v1${path}`,
    headers: [
      ['X-API-Key', key],
      ['X-Forwarded-For', address],
    ],
  })

test('the first request of a key is seen by its owner as soon as it is answered, and a wrong one with its code', async () => {
  const { key, record, look } = await openPage('203.0.113.1')
  await call('/me', key)
  expect(await look()).toEqual([])
  await call('/rates?fiat=UAH', key)
  await call('/rates?fait=UAH', key)
  await call('/history', key)
  await call('/nothing', key)
  const shown = (await look()).map(({ method, path, status, code, key_prefix: prefix, address }) =>
    [method, path, status, code, prefix, address].join(' '),
  )
  expect(shown).toEqual([
    `GET /api/v1/nothing 404 not_found ${record.prefix} 198.51.100.x`,
    `GET /api/v1/history 403 plan_required ${record.prefix} 198.51.100.x`,
    `GET /api/v1/rates 400 invalid_parameter ${record.prefix} 198.51.100.x`,
    `GET /api/v1/rates 200  ${record.prefix} 198.51.100.x`,
  ])
  const [, , , first] = await look()
  expect(first?.took_ms).toBeGreaterThanOrEqual(0)
  expect(Date.parse(first?.requested_at ?? '')).toBeLessThanOrEqual(running.clock.wallMs())
})

test('a mistyped key is seen by its owner alone, also from a network that others share', async () => {
  const [mine, other] = [await openPage('203.0.113.2'), await openPage('203.0.113.2')]
  await Promise.all([mine.look(), other.look()])
  await call(`/rates?api_key=${mine.key}`, `${mine.key.slice(0, -1)}!`, '203.0.113.2')
  await call('/rates', 'p2p_mistyped', '203.0.113.2')
  await asker.ask({ path: '/api/v1/rates', headers: [['X-Forwarded-For', '203.0.113.2']] })
  const seen = await mine.look()
  expect(seen).toEqual([
    expect.objectContaining({
      path: '/api/v1/rates',
      status: 401,
      code: 'invalid_key',
      key_prefix: mine.record.prefix,
    }),
  ])
  expect(JSON.stringify(seen)).not.toMatch(/api_key/)
  expect(await other.look()).toEqual([])
})

test('a user sees requests of their own keys only, and no requests of pages', async () => {
  const [mine, other] = [await openPage('203.0.113.4'), await openPage('203.0.113.4')]
  await Promise.all([mine.look(), other.look()])
  await call('/rates', other.key)
  await asker.ask({ path: '/web/v1/rates', headers: [['X-Forwarded-For', '203.0.113.4']] })
  expect([(await mine.look()).length, (await other.look()).length]).toEqual([0, 1])
})

test('a request over the limit is seen, too', async () => {
  const { key, look } = await openPage('203.0.113.5')
  await look()
  for (let time = 0; time < 11; time++) await call('/rates', key)
  expect((await look()).map(({ status, code }) => [status, code])[0]).toEqual([429, 'rate_limited'])
})
