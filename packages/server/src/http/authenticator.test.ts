import type { IncomingMessage } from 'node:http'
import { defaultPlans } from '@p2p-rates/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCallerCache } from '../accounts/caller-cache.js'
import { makeKey } from '../accounts/tokens.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createKey, startServer, type TestServer } from '../testing/start-server.js'
import { createTestClient, type TestClient } from '../testing/test-client.js'
import { createAuthenticator } from './authenticator.js'
import { createCsrfCheck, createSessionCookie } from './csrf-and-session-cookie.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH'] })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})
beforeEach(() => running.clock.advance(60_000))

type Header = readonly [string, string]
const ask = (key: string | null, extra: readonly Header[] = []) =>
  asker.ask({ path: '/api/v1/me', headers: [...(key === null ? [] : [['X-API-Key', key] as const]), ...extra] })

const guess = async (times: number) => {
  for (let time = 0; time < times; time++) expect((await ask(makeKey())).status).toBe(401)
}

test('malformed, mistyped, unknown and revoked keys get the same answer to the byte', async () => {
  const account = await running.server.operator.createAccount('Gone', 'Pro')
  const { key: revoked, record } = await running.server.operator.createKey(account.id, null)
  expect((await ask(revoked)).status).toBe(200)
  await running.server.operator.revokeKey(record.id)

  const keys = ['x', `${makeKey().slice(0, -1)}!`, makeKey(), revoked]
  const answers = await Promise.all(keys.map((key) => ask(key, [['X-Request-Id', 'same']])))
  const whole = answers.map(({ status, headers, text }) => {
    const told = [...headers].filter(([name]) => name !== 'date')
    return JSON.stringify([status, told, text])
  })
  expect(new Set(whole).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 401, text: expect.stringContaining('"invalid_key"') })
})

describe('after thirty wrong keys in a minute', () => {
  test('a limited address gets the exact time to wait', async () => {
    await guess(30)
    const refused = await ask(makeKey())
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('"rate_limited"') })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    running.clock.advance(wait * 1000)
    expect((await ask(makeKey())).status).toBe(401)
  })

  test('a good key from the same address still gets in, known or new', async () => {
    const unseen = await createKey(running.server, 'Pro')
    await guess(30)
    expect((await ask(running.keys.Pro)).status).toBe(200)
    expect((await ask(unseen)).status).toBe(200)
    expect((await ask(makeKey())).status).toBe(429)
  })

  test('no forged address helps where no proxy is configured', async () => {
    await guess(30)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Host'])
      if (name !== 'Host') expect((await ask(makeKey(), [[name, '203.0.113.77']])).status).toBe(429)
  })
})

test('asking without a key uses up nothing', async () => {
  for (let time = 0; time < 40; time++) expect((await ask(null)).status).toBe(401)
  await guess(1)
})

test("the header of one configured proxy is accepted, and no other one's", async () => {
  const behind = await startServer({ historyDays: 0, fiats: ['UAH'], settings: { P2P_PROXY_HOPS: '1' } })
  const near = createTestClient(behind.url)
  const from = (forwarded: string) =>
    near.ask({
      path: '/api/v1/me',
      headers: [
        ['X-API-Key', makeKey()],
        ['X-Forwarded-For', forwarded],
      ],
    })
  // The client controls the first entries; the proxy appends the real address.
  for (let time = 0; time < 30; time++) expect((await from(`10.0.0.${time}, 198.51.100.1`)).status).toBe(401)
  expect((await from('10.9.9.9, 198.51.100.1')).status).toBe(429)
  expect((await from('198.51.100.1, 198.51.100.2')).status).toBe(401)
  near.close()
  await behind.stop()
})

test('whether a key is wrong or one too many is for those to say who counted it', async () => {
  const store = openMemoryStore()
  const csrf = createCsrfCheck(undefined)
  const waits = [null, null, 7]
  const doorman = createAuthenticator({
    csrf,
    cookie: createSessionCookie(csrf),
    visitors: { allowance: { plan: 'Free', limits: defaultPlans.Free }, mayRead: true },
    callers: createCallerCache({ keys: store.keys, plans: defaultPlans }),
    wrongKeys: { blockedFor: () => null, countAttempt: async () => waits.shift() ?? null },
    addressOf: () => 'here',
  })
  const request = { headers: { 'x-api-key': makeKey() } } as unknown as IncomingMessage
  const admit = () => doorman.authenticate(request, { kind: 'key', plan: 'Free' })
  await expect(admit()).rejects.toMatchObject({ problem: { code: 'invalid_key' } })
  // `identifyKey` returns null but still counts the wrong key.
  expect(await doorman.identifyKey(request)).toBeNull()
  await expect(admit()).rejects.toMatchObject({ problem: { code: 'rate_limited' }, headers: ['Retry-After', '7'] })
  await store.close()
})
