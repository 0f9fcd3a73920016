import { type BootstrapData, errorBody } from '@p2p-rates/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer, type TestServer, type TestServerOptions } from '../../testing/start-server.js'
import { createTestClient, type TestClient, type TestRequest, type TestResponse } from '../../testing/test-client.js'
import { findPage, knownPages } from './known-pages.js'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({
    historyDays: 2,
    pages: true,
    faults: [{ exchange: 'all', fault: { kind: 'hostile_names' } }],
    settings: { P2P_PROXY_HOPS: '1' },
  })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

type Header = readonly [name: string, value: string]
const html: Header = ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8']
let visitors = 0
const somebody = (): Header => {
  visitors += 1
  return ['X-Forwarded-For', `198.18.${visitors >> 8}.${visitors & 255}`]
}
const look = (path: string, headers: readonly Header[] = [], method = 'GET', at = asker): Promise<TestResponse> =>
  at.ask({ path, method, headers: [html, somebody(), ...headers] })
const firstOf = ({ text }: TestResponse) =>
  JSON.parse(/<script type="application\/json" id="first">([^<]*)<\/script>/.exec(text)?.[1] ?? 'null') as BootstrapData
const header = ({ headers }: TestResponse, name: string) => headers.get(name)

const another = async (options: TestServerOptions) => {
  const server = await startServer({ historyDays: 1, fiats: ['UAH'], exchanges: ['okx', 'bybit'], ...options })
  const near = createTestClient(server.url)
  onTestFinished(async () => {
    near.close()
    await server.stop()
  })
  return { server, asker: near }
}
const loggedIn = async (at: { server: TestServer; asker: TestClient } = { server: running, asker }, facts = {}) => {
  const person = await makePerson(at.server.config.DATA_DIR, facts)
  const browser = createBrowser(at.asker, at.server.url)
  expect((await browser.logIn(person)).status).toBe(201)
  const cookie: Header = ['Cookie', String(browser.cookie())]
  return {
    person,
    browser,
    look: (path: string, more: readonly Header[] = []) => look(path, [cookie, ...more], 'GET', at.asker),
  }
}

describe('a page', () => {
  test('brings its first answers, which are those of /web/v1', async () => {
    const from = somebody()
    const { answers, ...told } = firstOf(await look('/market/EUR', [from]))
    expect(told).toEqual({
      server_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      version: expect.any(String),
      simulated: true,
      exchanges: {},
      hosts: {},
      fiat: 'UAH',
      account: null,
    })
    expect(Object.keys(answers)).toContain('/rates?fiat=EUR&include=confidence')
    for (const [address, answer] of Object.entries(answers)) {
      const { status, text } = await asker.ask({ path: `/web/v1${address}`, headers: [from] })
      expect([address, status]).toEqual([address, 200])
      // Source ages advance between the two requests.
      if (!address.startsWith('/sources')) expect([address, answer]).toEqual([address, JSON.parse(text)])
    }
  })

  test.each(knownPages)(
    '$pattern asks for nothing that is refused for how it is asked',
    async ({ pattern, bootstrapRequests }) => {
      const { browser } = await loggedIn(undefined, { plan: 'Business' })
      for (const address of bootstrapRequests({ fiat: 'UAH', exchange: 'okx', side: 'buy', id: 'wh_1' })) {
        const { status } = await browser.ask('GET', address)
        expect([pattern, address, status]).toEqual([pattern, address, 200])
      }
    },
  )

  test('leaves out what who looks may not ask, and says nothing of it', async () => {
    expect(Object.keys(firstOf(await look('/market/UAH')).answers)).toContain('/stats?fiat=UAH')
    const at = await another({ pages: true, settings: { P2P_VISITOR_PLAN: 'Free' } })
    const free = await look('/market/UAH', [], 'GET', at.asker)
    expect(Object.keys(firstOf(free).answers)).not.toContain('/stats?fiat=UAH')
  })

  test('says the two prices to who runs no scripts, and to previews, with their currency, exchanges and time', async () => {
    const page = await look('/market/UAH', [['Accept-Language', 'en']])
    const { best_buy: buy } = firstOf(page).answers['/rates?fiat=UAH&include=confidence'] as {
      best_buy: { price: number }
    }
    const sentences =
      /<noscript><p>SIMULATED\. [^<]+<\/p><p>You buy USDT at [\d.,]+ UAH \(\w+\)\.<\/p><p>You sell USDT at [\d.,]+ UAH \(\w+\)\.<\/p><p>As of .* Kyiv time\.<\/p>/
    expect(page.text).toMatch(sentences)
    expect(page.text).toContain(`You buy USDT at ${buy.price.toFixed(2)}`)
    expect(page.text).toMatch(/<title>\[SIM\] [\d.,]+ \/ [\d.,]+ UAH · p2p-rates<\/title>/)
    expect(page.text).toMatch(/<meta property="og:title" content="\[SIM\] USDT in Ukrainian Hryvnia">/)
    expect(page.text).toMatch(/<meta property="og:description" content="You buy USDT at /)
  })

  test('speaks the language that the browser wants', async () => {
    const page = await look('/market/UAH', [['Accept-Language', 'uk-UA,uk;q=0.9,en;q=0.5']])
    expect(page.text).toMatch(/<html lang="uk">[\s\S]*<noscript><p>СИМУЛЯЦІЯ[^<]+<\/p><p>Купуєте USDT за [\d\s,]+ UAH/)
    expect(page.text).toContain('href="/assets/uk-1.js"')
    expect(page.text).not.toContain('en-1.js')
    expect((await look('/market/UAH')).text).toContain('<html lang="en">')
  })

  test('names the programs that it will load, each once', async () => {
    const { text } = await look('/market/UAH')
    const preloaded = [...text.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, path]) => path)
    expect(preloaded).toEqual(['/assets/basics-1.js', '/assets/market-1.js', '/assets/parts-1.js', '/assets/en-1.js'])
  })

  test('carries the headers that keep it to itself', async () => {
    for (const path of [
      '/',
      '/market/UAH',
      '/login',
      '/nothing',
      '/docs/quick-start',
      '/assets/index-1.js',
      '/market/uah',
    ]) {
      const answer = await look(path)
      expect([path, header(answer, 'content-security-policy')]).toEqual([path, policy])
      expect([path, header(answer, 'x-content-type-options')]).toEqual([path, 'nosniff'])
      expect([path, header(answer, 'referrer-policy')]).toEqual([path, 'same-origin'])
      expect([path, header(answer, 'cross-origin-opener-policy')]).toEqual([path, 'same-origin'])
      expect([path, header(answer, 'x-request-id')]).toEqual([path, expect.stringMatching(/^[\w.-]+$/)])
      expect([path, answer.headers.has('access-control-allow-origin')]).toEqual([path, false])
    }
  })

  test('is small, though exchanges are full of names that attack', async () => {
    for (const { pattern } of knownPages) {
      const page = await look(
        pattern.replace('{fiat}', 'UAH').replace('{exchange}', 'okx').replace('{side}', 'buy').replace('{id}', 'wh_1'),
      )
      expect([pattern, page.text.length <= 20 * 1024]).toEqual([pattern, true])
      expect([pattern, page.text.match(/<script/g)?.length ?? 0]).toEqual([pattern, page.status === 200 ? 2 : 0])
    }
  })

  test('is compressed for visitors, never for logged-in users', async () => {
    for (const [wanted, got] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['identity', undefined],
    ] as const) {
      const page = await look('/market/UAH', [['Accept-Encoding', wanted]])
      expect([wanted, header(page, 'content-encoding')]).toEqual([wanted, got])
      expect(page.text).toContain('id="first"')
    }
    const page = await (await loggedIn()).look('/market/UAH', [['Accept-Encoding', 'gzip, br']])
    expect(page.headers.has('content-encoding')).toBe(false)
  })

  test('is never cached, since its time is now', async () => {
    const page = await look('/market/UAH')
    expect(header(page, 'cache-control')).toBe('private, no-cache')
    expect(page.headers.has('etag')).toBe(false)
    expect(header(page, 'vary')).toBe('Accept, Accept-Encoding, Accept-Language, Cookie')
    expect(header(await (await loggedIn()).look('/market/UAH'), 'cache-control')).toBe('no-store')
  })

  test('has a head like itself', async () => {
    for (const path of ['/market/UAH', '/assets/index-1.js', '/nothing', '/market/uah']) {
      const [head, page] = [await look(path, [], 'HEAD'), await look(path)]
      expect([path, head.status, head.text]).toEqual([path, page.status, ''])
      expect(header(head, 'content-type')).toBe(header(page, 'content-type'))
    }
  })

  test('is only looked at', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await look('/market/UAH', [], method)
      expect([answer.status, header(answer, 'allow')]).toEqual([405, 'GET, HEAD'])
      expect(errorBody.parse(JSON.parse(answer.text)).detail.code).toBe('method_not_allowed')
    }
  })

  test('is never refused by the limit of data, nor is a document', async () => {
    const from = somebody()
    for (let time = 0; time < 300; time++) expect((await look('/status', [from])).status).toBe(200)
    expect((await asker.ask({ path: '/web/v1/rates', headers: [from] })).status).toBe(429)
    for (const path of ['/market/UAH', '/', '/docs/quick-start', '/login', '/assets/index-1.js'])
      expect([path, (await look(path, [from])).status]).toEqual([path, 200])
    expect(firstOf(await look('/market/UAH', [from])).answers).toEqual({})
  })
})

describe('names that attack', () => {
  test('are text in the first answers of a page', async () => {
    const told: string[] = []
    for (const exchange of running.config.EXCHANGES) {
      const page = await look(`/ads/UAH/${exchange}/buy`)
      const [, first = ''] = /id="first">([\s\S]*?)<\/script>/.exec(page.text) ?? []
      expect(first).not.toMatch(/[<>&\u2028\u2029]/)
      expect(page.text.match(/<script/g)).toHaveLength(2)
      told.push(JSON.stringify(firstOf(page).answers))
    }
    expect(told.join()).toContain('<script>alert(1)</script>')
  })

  test('in an address come back nowhere', async () => {
    for (const path of [
      '/market/%3Cscript%3E',
      '/<script>alert(1)</script>',
      '/dev/webhooks/"><b>',
      '/nothing?<script>x',
    ]) {
      const answer = await look(path)
      const told = answer.text + (header(answer, 'location') ?? '')
      expect([path, told]).not.toEqual([path, ''])
      expect(told).not.toMatch(/<script>|%3Cscript|"><b>|alert/)
    }
  })
})

describe('an address', () => {
  test.each([
    ['/market/uah', '/market/UAH'],
    ['/market/eur?amount=5', '/market/EUR?amount=5'],
    ['/ads/eur/OKX/sell?method=mono', '/ads/EUR/okx/sell?method=mono'],
    ['/status/', '/status'],
  ])('%s leads to %s', async (path, location) => {
    const answer = await look(path)
    expect([answer.status, header(answer, 'location')]).toEqual([302, location])
  })

  test('of no page is shown to browsers as a page, and to programs as JSON', async () => {
    for (const path of [
      '/nothing',
      '/market/UAH/x',
      '/market/XXX',
      '/ads/UAH/foo',
      '/ads/UAH/okx/both',
      '/index.html',
      '/manifest.json',
      '/assets/none.js',
      '/docs/none',
      '/docs/../index.html',
      '/assets/index-1.js.br',
    ]) {
      const page = await look(path)
      expect([path, page.status, header(page, 'content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(page.text).toContain('There is no page at this address.')
      expect(firstOf(page).answers).toEqual({})
      const told = await asker.ask({ path, headers: [somebody()] })
      expect([path, told.status, header(told, 'content-type')]).toEqual([path, 404, 'application/json; charset=utf-8'])
    }
  })

  test('of the interface is answered to browsers as to programs', async () => {
    for (const [path, status] of [
      ['/livez', 200],
      ['/api/v1', 200],
      ['/api/v1/', 200],
      ['/api/v1/rates', 401],
      ['/api/v1/nothing', 404],
      ['/web/v1/rates', 200],
      ['/web/v1/nothing', 404],
    ] as const) {
      const answer = await look(path)
      expect([path, answer.status, header(answer, 'content-type')]).toEqual([
        path,
        status,
        'application/json; charset=utf-8',
      ])
    }
  })

  test('of the server itself is the market for browsers, and unchanged for programs', async () => {
    expect((await look('/')).text).toContain('id="first"')
    for (const accept of [[], [['Accept', '*/*'] as const], [['Accept', 'application/json'] as const]]) {
      const told = await asker.ask({ path: '/', headers: [...accept, somebody()] })
      expect(JSON.parse(told.text)).toMatchObject({ name: 'p2p-rates', links: { api: '/api/v1' } })
    }
  })
})

describe('a logged-in user', () => {
  test('finds their account in every page, unlike other callers', async () => {
    const [one, other] = [await loggedIn(), await loggedIn()]
    expect(firstOf(await one.look('/market/UAH')).account?.email).toBe(one.person.email)
    expect(firstOf(await other.look('/market/UAH')).account?.email).toBe(other.person.email)
    const visited = await look('/market/UAH')
    for (const { person } of [one, other]) expect(visited.text).not.toContain(person.email)
    expect(firstOf(visited).account).toBeNull()
  })

  test('sees the pages of an account; visitors are shown the way to the log-in and back', async () => {
    const person = await loggedIn()
    for (const path of ['/dev', '/dev/keys', '/dev/webhooks/wh_1?state=failed', '/admin/accounts']) {
      expect([path, (await person.look(path)).status]).toEqual([path, 200])
      const { status, headers } = await look(path)
      expect([status, headers.get('location')]).toEqual([302, `/login?next=${encodeURIComponent(path)}`])
    }
  })
})

test('who looks at a page stays logged in', async () => {
  const at = await another({ pages: true })
  const person = await loggedIn(at)
  expect((await person.look('/dev')).headers.has('set-cookie')).toBe(false)
  at.server.clock.advance(25 * 3_600_000)
  expect(header(await person.look('/dev'), 'set-cookie')).toMatch(/^p2p_session=[\w-]{43}; Path=\/; Max-Age=2592000;/)
})

describe('a file', () => {
  test('with its content in its name is kept for a year, in the smallest form that the browser takes', async () => {
    for (const [wanted, got] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const file = await look('/assets/index-1.js', [['Accept-Encoding', wanted]])
      expect([file.status, header(file, 'content-encoding')]).toEqual([200, got])
      expect(file.text).toMatch(/^console\.log/)
      expect(header(file, 'content-type')).toBe('text/javascript; charset=utf-8')
      expect(header(file, 'cache-control')).toBe('public, max-age=31536000, immutable')
      const etag = String(header(file, 'etag'))
      const held = await look('/assets/index-1.js', [
        ['Accept-Encoding', wanted],
        ['If-None-Match', etag],
      ])
      expect([held.status, held.text, header(held, 'etag')]).toEqual([304, '', etag])
    }
    expect(header(await look('/assets/style-1.css', [['Accept-Encoding', 'br']]), 'content-encoding')).toBeUndefined()
  })

  test('without is kept for an hour', async () => {
    const file = await look('/preview.png')
    expect([header(file, 'content-type'), header(file, 'cache-control')]).toEqual(['image/png', 'public, max-age=3600'])
  })

  test('outside of the folder is out of reach', async () => {
    for (const path of [
      '/assets/../../../etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/assets/%2e%2e/index.html',
      '/assets//index-1.js',
      '/assets/index-1.js%00',
      '/assets\\..\\index.html',
      '/constructor',
      '/__proto__',
    ])
      expect([path, (await look(path)).status]).toEqual([path, 404])
  })

  test('gives crawlers the address of the documents', async () => {
    const { text } = await look('/robots.txt')
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
    expect(text).not.toContain('Disallow: /\n')
  })
})

describe('the documentation', () => {
  test.each([
    ['/docs/quick-start', 'Quick start', 'text/html; charset=utf-8'],
    ['/docs/quick-start.md', '# Quick start', 'text/markdown; charset=utf-8'],
    ['/docs/uk/quick-start', 'Швидкий початок', 'text/html; charset=utf-8'],
    ['/llms.txt', 'p2p-rates', 'text/plain; charset=utf-8'],
  ])('%s is the built file', async (path, words, type) => {
    const answer = await look(path)
    expect([answer.status, header(answer, 'content-type')]).toEqual([200, type])
    expect(answer.text).toContain(words)
    expect(header(answer, 'cache-control')).toBe('public, no-cache')
    const held = await look(path, [['If-None-Match', String(header(answer, 'etag'))]])
    expect(held.status).toBe(304)
  })

  test.each([
    ['/docs', 'en', '/docs/quick-start'],
    ['/docs/', 'uk', '/docs/uk/quick-start'],
    ['/docs/quick-start/', 'uk', '/docs/quick-start'],
  ])('%s leads a reader of %s to %s', async (path, language, location) => {
    const answer = await look(path, [['Accept-Language', language]])
    expect([answer.status, header(answer, 'location')]).toEqual([302, location])
  })
})

test('where exchanges are simulations the guide says so on top and in its title', async () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { text } = await look('/docs/quick-start', [['Accept-Encoding', encoding]])
    expect(text).toContain('<title>[SIM] Quick start</title><aside class="simulated">SIMULATED.</aside>')
  }
})

describe('an operator who closes the pages', () => {
  test('shows visitors the log-in and nothing else', async () => {
    const at = await another({ pages: true, settings: { P2P_PUBLIC_PAGES: 'off' } })
    for (const path of [
      '/',
      '/market/UAH',
      '/ads/UAH/okx/buy',
      '/arbitrage/UAH',
      '/status',
      '/docs/quick-start',
      '/llms.txt',
    ]) {
      const answer = await look(path, [], 'GET', at.asker)
      expect([path, answer.status, header(answer, 'location'), answer.text]).toEqual([
        path,
        302,
        `/login?next=${encodeURIComponent(path)}`,
        '',
      ])
    }
    const login = await look('/login?next=%2Fmarket%2FUAH', [], 'GET', at.asker)
    expect([login.status, Object.keys(firstOf(login).answers), firstOf(login).account]).toEqual([
      200,
      ['/registration'],
      null,
    ])
    expect(login.text).not.toMatch(/\d+\.\d+ UAH/)
    expect((await look('/robots.txt', [], 'GET', at.asker)).text).toBe('User-agent: *\nDisallow: /\n')
    const person = await loggedIn(at)
    const page = await person.look('/market/UAH')
    expect([page.status, Object.keys(firstOf(page).answers)]).toEqual([
      200,
      expect.arrayContaining(['/rates?fiat=UAH&include=confidence']),
    ])
    expect((await person.look('/docs/quick-start')).status).toBe(200)
  })
})

test('a server without its pages says so in one sentence, and its interface works', async () => {
  const at = await another({})
  for (const path of ['/', '/market/UAH', '/login']) {
    const page = await look(path, [['Accept-Language', 'en']], 'GET', at.asker)
    expect([path, page.status, header(page, 'content-security-policy')]).toEqual([
      path,
      404,
      expect.stringMatching(/style-src 'sha256-/),
    ])
    expect(page.text).toContain('This server runs without its pages')
  }
  expect((await at.asker.ask({ path: '/web/v1/rates' })).status).toBe(200)
})

test('a server with a configured address names it in previews, for any requested host', async () => {
  const at = await another({ pages: true, settings: { P2P_PUBLIC_URL: 'https://rates.example' } })
  const ask: TestRequest = { path: '/market/uah?x', headers: [html, ['X-Forwarded-Host', 'evil.example']] }
  expect(header(await at.asker.ask(ask), 'location')).toBe('/market/UAH?x')
  const { text } = await look('/market/UAH', [['X-Forwarded-Host', 'evil.example']], 'GET', at.asker)
  expect(text).toContain('<meta property="og:url" content="https://rates.example/market/UAH">')
  expect(text).toContain('<meta property="og:image" content="https://rates.example/preview.png">')
  expect(text).toContain('<link rel="canonical" href="https://rates.example/market/UAH">')
  expect(text).not.toContain('evil.example')
})

test('a link with an amount previews what that amount really buys, and nonsense previews the prices', async () => {
  const at = await another({ pages: true })
  const titleOf = async (search: string) => {
    const { text } = await look(`/market/UAH${search}`, [['Accept-Language', 'en']], 'GET', at.asker)
    return /<meta property="og:title" content="([^"]*)">/.exec(text)?.[1]
  }
  expect(await titleOf('?amount=20000')).toMatch(/^\[SIM\] 20,000 UAH buy [\d,.]+ USDT at [\d.]+ \([\w, ]+\)\.$/)
  expect(await titleOf('?amount=400&side=sell&unit=usdt')).toMatch(/^\[SIM\] 400 USDT sell for [\d,.]+ UAH at [\d.]+ /)
  expect(await titleOf('?amount=-1')).toBe('[SIM] USDT in Ukrainian Hryvnia')
})

test('each public page has a description of its own', async () => {
  const descriptions = await Promise.all(
    [
      '/market/UAH',
      '/ads/UAH/okx/buy',
      '/arbitrage/UAH',
      '/banks/UAH/buy',
      '/lures/UAH/buy',
      '/currencies',
      '/status',
      '/track-record',
      '/login',
    ].map(async (path) => {
      const { text } = await look(path, [['Accept-Language', 'en']])
      return /<meta name="description" content="([^"]*)">/.exec(text)?.[1]
    }),
  )
  expect(descriptions).not.toContain(undefined)
  expect(new Set(descriptions).size).toBe(descriptions.length)
})

test('search engines get the addresses of all pages about prices, and the better prices that are left out in words', async () => {
  const listed = await another({ pages: true, settings: { P2P_PUBLIC_URL: 'https://rates.example' } })
  expect((await look('/robots.txt', [], 'GET', listed.asker)).text).toContain(
    '\nSitemap: https://rates.example/sitemap.xml\n',
  )
  const { text: sitemap } = await look('/sitemap.xml', [], 'GET', listed.asker)
  const addresses = [...sitemap.matchAll(/<loc>https:\/\/rates\.example([^<]*)<\/loc>/g)].map(([, path = '']) => path)
  expect(addresses).toContain('/lures/UAH/sell')
  expect(addresses.every((path) => findPage(path, 'UAH', [])?.address === path)).toBe(true)
  const { text } = await look('/lures/UAH/buy', [['Accept-Language', 'en']])
  const searched = 'UAH prices for USDT that look too good'
  expect(text).toContain(`<title>[SIM] ${searched}, and why · p2p-rates</title>`)
  expect(text).toContain(`<meta name="description" content="${searched}: `)
  expect(text).toMatch(/<noscript>.*<p>[\d.,]+ UAH on \w+: [a-z ]+\.<\/p>/)
  expect((await look('/sitemap.xml')).status).toBe(404)
})

test('a browser that saw a page over TLS comes back over TLS alone, if the server is configured so', async () => {
  const secure = await another({ pages: true, settings: { P2P_PUBLIC_URL: 'https://rates.example' } })
  const seen = async (at: TestClient) => header(await look('/market/UAH', [], 'GET', at), 'strict-transport-security')
  expect(await seen(secure.asker)).toBe('max-age=31536000')
  expect(await seen(asker)).toBe(undefined)
})
