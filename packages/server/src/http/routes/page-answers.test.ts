import { fullPath, type MarketInfo, pageEndpoints, type WebhookList } from '@p2p-rates/contract'
import { type ExchangeId, exchangeIds } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plainAsk } from '../../testing/conformance/cases/keys.js'
import { openEvents } from '../../testing/open-events.js'
import { createBrowser, makePerson } from '../../testing/people.js'
import { createKey, startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient, type TestResponse } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 2, settings: { P2P_PROXY_HOPS: '1' } })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

type Plan = Parameters<typeof createKey>[1]
type Browser = ReturnType<typeof createBrowser>

let networks = 0
const visitor = (at: { url: string; asker: TestClient } = { url: running.url, asker }): Browser => {
  networks += 1
  return createBrowser(at.asker, at.url, `203.0.113.${networks}`)
}
const person = async (
  plan: Plan = 'Free',
  at: { server: TestServer; asker: TestClient } = { server: running, asker },
) => {
  const browser = visitor({ url: at.server.url, asker: at.asker })
  const login = await makePerson(at.server.config.DATA_DIR, { plan })
  expect((await browser.logIn(login)).status).toBe(201)
  return { ...browser, login }
}
const withKey = (
  path: string,
  key: string,
  headers: readonly (readonly [string, string])[] = [],
): Promise<TestResponse> => asker.ask({ path: `/api/v1${path}`, headers: [['X-API-Key', key], ...headers] })
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code
const another = async (
  settings: Readonly<Record<string, string>>,
  exchanges: readonly ExchangeId[] = ['okx', 'bybit'],
) => {
  const server = await startServer({
    historyDays: 1,
    fiats: ['UAH'],
    exchanges,
    settings: { P2P_PROXY_HOPS: '1', ...settings },
  })
  const near = createTestClient(server.url)
  onTestFinished(async () => {
    near.close()
    await server.stop()
  })
  return { server, asker: near, url: server.url }
}

const read = pageEndpoints.filter(({ access, mirrorOf }) => access.kind === 'reader' && mirrorOf !== 'stream')
const placeOf = (endpoint: (typeof read)[number]) => plainAsk(endpoint).path.replace('/web/v1', '')

test('each endpoint is answered with the bytes and the ETag that a key gets, and without its limits', () =>
  checkEach(read, async (endpoint) => {
    const browser = await person('Business')
    const place = placeOf(endpoint)
    const askBoth = async (): Promise<{ ofKey: TestResponse; ofPage: TestResponse; held: TestResponse }> => {
      const ofKey = await withKey(place, running.keys.Business)
      const ofPage = await browser.ask('GET', place)
      const held = await browser.ask('GET', place, undefined, [['If-None-Match', String(ofPage.headers.get('etag'))]])
      // Else something was published in between, and they are of two moments.
      const isOneMoment = ofKey.text === (await withKey(place, running.keys.Business)).text
      return isOneMoment ? { ofKey, ofPage, held } : askBoth()
    }
    const { ofKey, ofPage, held } = await askBoth()
    expect([ofPage.status, ofPage.text]).toEqual([200, ofKey.text])
    for (const name of ['content-type', 'x-simulated'])
      expect([name, ofPage.headers.get(name)]).toEqual([name, ofKey.headers.get(name)])
    // The sources endpoint returns ages in seconds, so its answer changes every second.
    if (endpoint.mirrorOf !== 'sources') {
      expect(ofPage.headers.get('etag')).toBe(ofKey.headers.get('etag'))
      expect(held.status).toBe(304)
    }
    const ofLimits = [...ofPage.headers.keys()].filter((name) => /limit|quota|x-plan|access-control/.test(name))
    expect(ofLimits).toEqual([])
  }))

describe('a visitor', () => {
  test('sees all that pages about prices show, as the server is installed', () =>
    checkEach(read, async (endpoint) => {
      const { status } = await visitor().ask('GET', placeOf(endpoint))
      expect(status).toBe(200)
    }))

  test('has the features of the plan of visitors, and learns which plan the rest needs', async () => {
    const { ask } = visitor(await another({ P2P_VISITOR_PLAN: 'Free' }, exchangeIds))
    const told = await Promise.all(
      read.map(async (endpoint) => {
        const answer = await ask('GET', placeOf(endpoint))
        return [endpoint.mirrorOf, answer.status === 200 ? 200 : code(answer)]
      }),
    )
    expect(Object.fromEntries(told)).toEqual({
      markets: 200,
      rates: 200,
      orderbook: 200,
      stats: 'plan_required',
      history: 'plan_required',
      arbitrage: 'plan_required',
      quote: 'plan_required',
      sources: 200,
      'payment-methods': 200,
      candles: 'plan_required',
      depth: 'plan_required',
      methods: 'plan_required',
      index: 200,
      premium: 200,
      fair: 200,
      fixings: 200,
      convert: 'plan_required',
      overview: 200,
      price: 'plan_required',
      quality: 200,
      'track-record': 200,
      seasonality: 'plan_required',
      transfers: 200,
    })
    const stats = await ask('GET', '/stats')
    expect([stats.status, stats.text]).toEqual([
      403,
      '{"detail":{"code":"plan_required","message":"The stats endpoint needs the Starter plan or a higher one."}}',
    ])
  })

  test('gets the limits of visitors, unlike other callers', async () => {
    const planIn = ({ text }: TestResponse) => (JSON.parse(text) as MarketInfo).plan
    const key = await createKey(running.server, 'Free')
    for (let time = 0; time < 2; time++) {
      expect(planIn(await visitor().ask('GET', '/markets'))).toMatchObject({ name: 'Pro', requests_per_minute: 300 })
      expect(planIn(await withKey('/markets', key))).toMatchObject({ name: 'Free', requests_per_minute: 10 })
    }
  })

  test('sees as many rows as the plan of visitors has', async () => {
    const { headers, text } = await visitor().ask('GET', '/orderbook?exchange=okx&rows=50')
    expect(headers.get('x-clamped')).toBe('rows')
    expect((JSON.parse(text) as { count: number }).count).toBeLessThanOrEqual(20)
  })

  test('looks at twenty currencies within a minute, then waits; the neighbours ask on', async () => {
    const { ask } = visitor()
    for (let currency = 0; currency < 20; currency++)
      for (let time = 0; time < 15; time++) expect((await ask('GET', '/rates')).status).toBe(200)
    const refused = await ask('GET', '/rates')
    expect([refused.status, code(refused)]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await visitor().ask('GET', '/rates')).status).toBe(200)
    running.clock.advance(60_000)
    expect((await ask('GET', '/rates')).status).toBe(200)
  })

  test('has nothing of what belongs to an account', async () => {
    for (const path of ['/webhooks', '/usage', '/account']) {
      const answer = await visitor().ask('GET', path)
      expect([path, answer.status, code(answer)]).toEqual([path, 401, 'invalid_key'])
    }
  })

  test('gets long answers compressed, since they contain nothing personal; a logged-in user does not', async () => {
    const wish = [['Accept-Encoding', 'br']] as const
    const logged = await person('Business')
    const compressed = async () =>
      (await visitor().ask('GET', '/orderbook?exchange=okx', undefined, wish)).headers.get('content-encoding')
    while ((await compressed()) !== 'br') await new Promise(setImmediate)
    const { headers } = await logged.ask('GET', '/orderbook?exchange=okx', undefined, wish)
    expect([headers.has('content-encoding'), headers.get('vary')]).toEqual([false, 'Cookie, Accept-Encoding'])
  })
})

describe('a logged-in user', () => {
  test('has a minute limit apart from the keys, never below that of visitors, and uses nothing of the month', async () => {
    const { ask, login } = await person()
    const { key } = await running.server.operator.createKey(login.accountId, null)
    for (let time = 0; time < 10; time++) expect((await withKey('/rates', key)).status).toBe(200)
    expect((await withKey('/rates', key)).status).toBe(429)
    for (let time = 0; time < 300; time++) expect((await ask('GET', '/rates')).status).toBe(200)
    expect((await ask('GET', '/rates')).status).toBe(429)
    running.clock.advance(60_000)
    const used = (JSON.parse((await withKey('/me', key)).text) as { used_this_month: number }).used_this_month
    expect(used).toBe(11)
    const usage = JSON.parse((await ask('GET', '/usage')).text) as { days: { endpoint: string }[] }
    expect(usage.days.map(({ endpoint }) => endpoint)).not.toContain('rates.web')
  })

  test('has the plan of the account', async () => {
    const at = await another({ P2P_VISITOR_PLAN: 'Free' })
    const [free, pro] = [await person('Free', at), await person('Pro', at)]
    expect([(await free.ask('GET', '/stats')).status, (await pro.ask('GET', '/stats')).status]).toEqual([403, 200])
    expect([(await free.ask('GET', '/webhooks')).status, (await pro.ask('GET', '/webhooks')).status]).toEqual([
      403, 200,
    ])
  })

  test('has what visitors have where they have more, but no more of the account', async () => {
    const at = await another({})
    const { ask } = await person('Free', at)
    expect((await visitor(at).ask('GET', '/stats')).status).toBe(200)
    expect((await ask('GET', '/stats')).status).toBe(200)
    expect((await ask('GET', '/webhooks')).status).toBe(403)
    const business = await person('Business', at)
    const { headers } = await business.ask('GET', '/orderbook?exchange=okx&rows=50')
    expect(headers.has('x-clamped')).toBe(false)
  })

  test("manages the webhooks of the account's keys, and of no other account", async () => {
    const [mine, other] = [await person('Pro'), await person('Pro')]
    const { key } = await running.server.operator.createKey(mine.login.accountId, null)
    const made = await mine.ask('POST', '/webhooks', { url: 'https://example.com/', event: 'best_buy', threshold: 1 })
    expect(made.status).toBe(201)
    const { id } = JSON.parse(made.text) as { id: string }
    const ids = ({ text }: TestResponse) => (JSON.parse(text) as WebhookList).webhooks.map((webhook) => webhook.id)
    expect([ids(await withKey('/webhooks', key)), ids(await other.ask('GET', '/webhooks'))]).toEqual([[id], []])
    expect((await other.ask('DELETE', `/webhooks/${id}`)).status).toBe(404)
    expect((await mine.ask('PATCH', `/webhooks/${id}`, { enabled: false })).status).toBe(200)
    const foreign = await asker.ask({
      method: 'DELETE',
      path: `/web/v1/webhooks/${id}`,
      headers: [
        ['Cookie', String(mine.cookie())],
        ['Origin', 'https://elsewhere.example'],
        ['Content-Type', 'application/json'],
      ],
    })
    expect([foreign.status, code(foreign)]).toEqual([400, 'invalid_parameter'])
    expect((await mine.ask('DELETE', `/webhooks/${id}`)).status).toBe(204)
  })
})

test('an operator who closes the pages shows visitors nothing, and logged-in users everything', async () => {
  const at = await another({ P2P_PUBLIC_PAGES: 'off', P2P_VISITOR_PLAN: 'Business' })
  for (const endpoint of pageEndpoints.filter(({ access }) => access.kind === 'reader')) {
    const { path } = plainAsk(endpoint)
    const answer = await visitor(at).ask('GET', path.replace('/web/v1', ''))
    expect([fullPath(endpoint), answer.status, code(answer)]).toEqual([fullPath(endpoint), 401, 'invalid_key'])
  }
  const free = await person('Free', at)
  expect([(await free.ask('GET', '/rates')).status, (await free.ask('GET', '/stats')).status]).toEqual([200, 403])
})

describe('a stream of a page', () => {
  const listen = (browser: Browser, address = '') => {
    const headers = [
      ...(browser.cookie() === null ? [] : [['Cookie', String(browser.cookie())] as const]),
      ...(address === '' ? [] : [['X-Forwarded-For', address] as const]),
    ]
    return openEvents(running.url, '/web/v1/stream', headers)
  }

  test('has the frames that a key gets', async () => {
    const ofKey = await openEvents(running.url, '/api/v1/stream', [['X-API-Key', running.keys.Pro]])
    const [ofSession, ofVisitor] = [await listen(await person()), await listen(visitor(), '198.51.100.1')]
    const first = await ofKey.first
    expect(first).toMatch(/event: rates\nid: \d+\n(retry: \d+\n)?data: \{/)
    expect([await ofSession.first, await ofVisitor.first]).toEqual([first, first])
    for (const { close } of [ofKey, ofSession, ofVisitor]) close()
  })

  test('is limited to two: for an address of visitors, and for a session, apart from those of the keys', async () => {
    const holder = await person('Pro')
    const { key } = await running.server.operator.createKey(holder.login.accountId, null)
    const opened = [
      await openEvents(running.url, '/api/v1/stream', [['X-API-Key', key]]),
      await openEvents(running.url, '/api/v1/stream', [['X-API-Key', key]]),
      await listen(holder),
      await listen(holder),
      await listen(visitor(), '198.51.100.2'),
      await listen(visitor(), '198.51.100.2'),
    ]
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const refused = [
      await listen(holder),
      await listen(visitor(), '198.51.100.2'),
      await openEvents(running.url, '/api/v1/stream', [['X-API-Key', key]]),
    ]
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
    for (const { first } of refused) expect(code({ text: await first })).toBe('stream_limit')
    const next = await listen(visitor(), '198.51.100.3')
    expect(next.status).toBe(200)
    for (const { close } of [...opened, next]) close()
  })

  test.each([
    ['the session is ended', async ({ ask }: Browser) => void (await ask('DELETE', '/sessions/current'))],
    ['all sessions of the account are', async ({ ask }: Browser) => void (await ask('DELETE', '/sessions'))],
    [
      'the account is deleted',
      (_: Browser, accountId: string) => running.server.operator.deleteAccount(accountId).then(() => {}),
    ],
    [
      'the password is changed by another session',
      async (_: Browser, __: string, { password, email }: { password: string; email: string }) => {
        const elsewhere = visitor()
        await elsewhere.logIn({ email, password })
        const change = { current_password: password, new_password: 'another password' }
        expect((await elsewhere.ask('PATCH', '/account', change)).status).toBe(200)
      },
    ],
  ] as const)('ends when %s, and those of others go on', async (_, end) => {
    const [one, other] = [await person(), await person()]
    const [ending, going] = [await listen(one), await listen(other)]
    await Promise.all([ending.first, going.first])
    await end(one, one.login.accountId, one.login)
    expect(await ending.ended).toMatch(/: closing, please connect again\n$/)
    expect(going.isOpen()).toBe(true)
    going.close()
  })
})
