import { defaultPlans, defineEndpoint, livez, me, toUsageResponse, webPrefix } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { accountOf, keyOf, type LiveAccount } from '../accounts/actor.js'
import { createCallerCache } from '../accounts/caller-cache.js'
import type { Sessions } from '../accounts/sessions.js'
import { manageAsOperator } from '../accounts/testing/manage-as-operator.js'
import { createRecentErrors } from '../accounts/usage/recent-errors.js'
import { createRecentRequests } from '../accounts/usage/recent-requests.js'
import { createUsageLedger } from '../accounts/usage/usage-ledger.js'
import { createCalendar } from '../base/time/calendar.js'
import { createAbuseThrottle } from '../limits/abuse-throttle.js'
import { createAuthRateLimiters } from '../limits/attempts/auth-rate-limiters.js'
import { createMemoryLimiter } from '../limits/memory-limiter.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { aSession } from '../testing/a-session.js'
import { createFakeTime } from '../testing/fake-time.js'
import { createTestClient, type TestClient } from '../testing/test-client.js'
import { createHttpHandler } from './http-handler.js'
import { closeServer, listen } from './listen.js'
import { handle } from './route-handler.js'

const shared = {
  root: webPrefix,
  path: '/account',
  access: { kind: 'session' },
  summary: 'An account',
  description: 'Made for this test.',
  answer: z.object({ id: z.string() }),
  example: { id: 'acc_1' },
} as const
const account = defineEndpoint({ ...shared, name: 'account', method: 'GET' })
const endAccount = defineEndpoint({ ...shared, name: 'account.end', method: 'DELETE' })

const owner: LiveAccount = { id: 'acc_1', plan: 'Free', limits: { ...defaultPlans.Free, requestsPerMinute: 3 } }
const loggedIn: Pick<Sessions, 'find' | 'endToken'> = {
  find: async (token) => (token === 'good' ? aSession(owner) : null),
  endToken: async () => {},
}

let close: () => Promise<void> = async () => {}
afterEach(() => close())

const open = async (options: { sessions?: typeof loggedIn; publicUrl?: string } = {}) => {
  const store = openMemoryStore()
  const time = createFakeTime()
  const calendar = createCalendar()
  const callers = createCallerCache({ keys: store.keys, plans: defaultPlans })
  const limiter = createMemoryLimiter({ ...time, calendar, countedByMonth: store.usage.countedByMonth })
  const ledger = createUsageLedger({ store: store.usage, calendar })
  const tell = ({ actor }: { readonly actor: Parameters<typeof accountOf>[0] }) => ({
    answer: { id: accountOf(actor).id },
  })
  const implementations = [
    handle(account, tell),
    handle(endAccount, tell),
    handle(livez, () => ({ answer: { status: 'ok', version: '1' } as const })),
    handle(me, ({ actor, usedThisMonth }) => {
      const { plan, limits } = accountOf(actor)
      return { answer: toUsageResponse(keyOf(actor).prefix, plan, limits, usedThisMonth) }
    }),
  ]
  const { fastPath } = createHttpHandler(
    {
      clock: time.clock,
      exchanges: usualExchanges,
      accounts: {
        callers,
        ledger,
        recentErrors: createRecentErrors(time.clock),
        recentRequests: createRecentRequests(time.clock),
      },
      sessions: options.sessions ?? { find: async () => null, endToken: async () => {} },
      limits: {
        limiter,
        abuseThrottle: createAbuseThrottle({ ...time, pauseMs: 0 }),
        authRateLimiters: createAuthRateLimiters(time.clock),
      },
      visitors: { allowance: owner, mayRead: true },
      idempotencyStore: store.idempotency,
      isSimulated: () => false,
      replayedAt: null,
      consistency: null,
      publicUrl: options.publicUrl,
      addressOf: () => 'here',
      onReply: () => {},
      reportBug: (error) => {
        throw error
      },
    },
    { implementations, pages: null, boards: null, agentApi: null },
  )
  const { server, url } = await listen(fastPath, { host: '127.0.0.1', port: 0, maxStreams: 1 })
  const asker = createTestClient(url)
  close = async () => {
    asker.close()
    await closeServer(server, 0)
    await store.close()
  }
  const keys = manageAsOperator({
    store: store.keys,
    publishEvent: (event) => (event.kind === 'sessions_ended' ? undefined : callers.applyChange(event)),
    clock: time.clock,
  })
  const { id } = await keys.createAccount('A', 'Free')
  const { key } = await keys.createKey(id, null)
  const usage = async () => {
    await ledger.flush()
    return store.usage.countedByMonth('acc_1')
  }
  return { asker, url, key, usage }
}

type Header = readonly [string, string]
const cookie: Header = ['Cookie', 'other=1; p2p_session=good']
const json: Header = ['Content-Type', 'application/json']
const ask = async (asker: TestClient, method: string, headers: readonly Header[], path = '/web/v1/account') => {
  const { status, headers: told, text } = await asker.ask({ method, path, headers })
  const { detail } = (text === '' ? {} : JSON.parse(text)) as { detail?: { code: string; param?: string } }
  return { status, code: detail?.code, param: detail?.param, told, text }
}

test('a logged-in user is answered as their account, separate from its keys, its month and its usage', async () => {
  const { asker, usage } = await open({ sessions: loggedIn })
  for (let time = 0; time < 3; time++) {
    const { status, text, told } = await ask(asker, 'GET', [cookie])
    expect([status, text]).toEqual([200, '{"id":"acc_1"}'])
    expect([told.has('x-plan'), told.has('ratelimit'), told.get('cache-control')]).toEqual([false, false, 'no-store'])
  }
  expect(await ask(asker, 'GET', [cookie])).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await usage()).toEqual([])
})

test('a caller without a valid session is asked to log in, with the 401 of all endpoints', () =>
  checkEach(
    [
      ['no cookie', { sessions: loggedIn }, []],
      ['another cookie', { sessions: loggedIn }, [['Cookie', 'p2p_session=bad']]],
      [
        'a cookie beside another of its name',
        { sessions: loggedIn },
        [['Cookie', 'p2p_session=good; p2p_session=bad']],
      ],
      ['a cookie for encrypted connections', { sessions: loggedIn }, [['Cookie', '__Host-p2p_session=good']]],
      ['a cookie where nobody can log in', {}, [cookie]],
    ] as const,
    async ([_, options, headers]) => {
      const { asker } = await open(options)
      const { status, code, told } = await ask(asker, 'GET', headers)
      expect([status, code, told.get('www-authenticate')]).toEqual([401, 'invalid_key', 'Bearer'])
    },
  ))

test('a key opens nothing that takes a session, and a session nothing that takes a key', async () => {
  const { asker, key } = await open({ sessions: loggedIn })
  const withKey: Header = ['X-API-Key', key]
  expect(await ask(asker, 'GET', [withKey])).toMatchObject({ status: 401, code: 'invalid_key' })
  expect(await ask(asker, 'GET', [cookie], '/api/v1/me')).toMatchObject({ status: 401, code: 'missing_key' })
  expect(await ask(asker, 'GET', [withKey], '/api/v1/me')).toMatchObject({ status: 200 })
})

test('pages of other origins may read what takes a key or nothing, and never what takes a session', async () => {
  const { asker, key } = await open({ sessions: loggedIn })
  const elsewhere: Header = ['Origin', 'https://elsewhere.example']
  const readable = async (method: string, headers: readonly Header[], path?: string) => {
    const { told } = await ask(asker, method, [elsewhere, ...headers], path)
    return [...told.keys()].some((name) => name.startsWith('access-control-'))
  }
  expect(await readable('GET', [['X-API-Key', key]], '/api/v1/me')).toBe(true)
  expect(await readable('GET', [], '/api/v1/me')).toBe(true)
  expect(await readable('OPTIONS', [], '/api/v1/me')).toBe(true)
  expect(await readable('GET', [], '/livez')).toBe(true)
  for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT'])
    for (const headers of [[cookie], []]) expect(await readable(method, headers)).toBe(false)
  expect(await ask(asker, 'OPTIONS', [elsewhere])).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect((await ask(asker, 'GET', [cookie])).told.get('vary')).toContain('Cookie')
})

test('a change is made for pages of this server alone', async () => {
  const { asker, url } = await open({ sessions: loggedIn })
  const from = (origin: string) => ask(asker, 'DELETE', [cookie, json, ['Origin', origin]])
  expect(await from(url)).toMatchObject({ status: 200 })
  for (const origin of ['https://elsewhere.example', `${url}0`, 'null', ''])
    expect(await from(origin)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'Origin' })
})

test('a server with a configured address uses only that', async () => {
  const { asker, url } = await open({ sessions: loggedIn, publicUrl: 'https://rates.example' })
  const bound: Header = ['Cookie', '__Host-p2p_session=good']
  const from = (...headers: Header[]) => ask(asker, 'DELETE', [bound, json, ...headers])
  expect(await from(['Origin', 'https://rates.example'])).toMatchObject({ status: 200 })
  for (const origin of [url, 'http://rates.example'])
    expect(await from(['Origin', origin])).toMatchObject({ status: 400, param: 'Origin' })
  // A cookie set without encryption is ignored by a server behind TLS.
  expect(await ask(asker, 'GET', [cookie])).toMatchObject({ status: 401 })
})

test('a change that a form could send is refused', async () => {
  const { asker, url } = await open({ sessions: loggedIn })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
    expect(await ask(asker, 'DELETE', [cookie, ['Origin', url], ['Content-Type', type]])).toMatchObject({ status: 415 })
})

test('a change without an origin is refused, a question without one is not', async () => {
  const { asker } = await open({ sessions: loggedIn })
  expect(await ask(asker, 'DELETE', [cookie])).toMatchObject({ status: 400, param: 'Origin' })
  expect(await ask(asker, 'GET', [cookie])).toMatchObject({ status: 200 })
})
