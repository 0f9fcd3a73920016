import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { P2P } from '@p2p-rates/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestResponse } from '../../testing/test-client.js'

let running: TestServer
let asker: ReturnType<typeof createTestClient>
let p2p: P2P
beforeAll(async () => {
  // Boards are shown also where visitors see no pages.
  const settings = { P2P_PUBLIC_PAGES: 'off' }
  running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx', 'bybit'], settings })
  asker = createTestClient(running.url)
  p2p = new P2P({ baseUrl: running.url, apiKey: running.keys.Pro, maxRetries: 0 })
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

const see = (path: string, headers: readonly (readonly [string, string])[] = []): Promise<TestResponse> =>
  asker.ask({ path, headers })
const seeBoard = (id: string) => see(`/board/${id}`)
/** Readers receive a change within 1 second. */
const aSecondLater = () => running.clock.advance(1_000)
const withoutId = ({ headers }: TestResponse) => [...headers].filter(([name]) => !/^(x-request-id|date)$/.test(name))

const makeRule = async (client: P2P = p2p, name = 'Desk', more = {}) =>
  (await client.rules.create({ name, step: 0.05, last_good_seconds: 3_600, ...more })).id

test('a board is made, listed, changed and deleted, of its account alone', async () => {
  const [first, second] = [await makeRule(), await makeRule(p2p, 'Cash', { side: 'SELL' })]
  const board = await p2p.boards.create({ title: ' Rates ', rules: [second, first] })
  expect(board).toMatchObject({
    title: 'Rates',
    rules: [second, first],
    language: 'en',
    tz: 'UTC',
    theme: 'auto',
    accent: null,
  })
  expect(board.id).toMatch(/^bo_\w{22}$/)
  expect([board.url, board.svg_url, board.screen_url]).toEqual([
    `${running.url}/board/${board.id}`,
    `${board.url}.svg`,
    `${board.url}/screen`,
  ])
  expect(await p2p.boards.list()).toEqual({ boards: [board], limit: 20 })
  expect(await p2p.boards.get(board.id)).toEqual(board)
  expect(await p2p.boards.update(board.id, { theme: 'dark', rules: [first] })).toEqual({
    ...board,
    theme: 'dark',
    rules: [first],
  })

  const other = new P2P({ baseUrl: running.url, apiKey: running.keys.Business, maxRetries: 0 })
  expect((await other.boards.list()).boards).toEqual([])
  const foreign = { status: 404, code: 'not_found' }
  await expect(other.boards.get(board.id)).rejects.toMatchObject(foreign)
  await expect(other.boards.update(board.id, { theme: 'light' })).rejects.toMatchObject(foreign)
  await expect(other.boards.delete(board.id)).rejects.toMatchObject(foreign)
  await expect(other.boards.create({ title: 'Theirs', rules: [first] })).rejects.toMatchObject({ param: 'rules' })

  expect((await seeBoard(board.id)).status).toBe(200)
  await p2p.boards.delete(board.id)
  aSecondLater()
  expect((await seeBoard(board.id)).status).toBe(404)
  await expect(p2p.boards.delete(board.id)).rejects.toMatchObject(foreign)
})

test('what no board can be is refused by its field', async () => {
  const rule = await makeRule()
  const good = { title: 'Rates', rules: [rule] }
  const refusals = [
    [{ rules: [rule] }, 'title'],
    [{ ...good, title: '  ' }, 'title'],
    [{ ...good, title: 'x'.repeat(65) }, 'title'],
    [{ title: 'Rates' }, 'rules'],
    [{ ...good, rules: [] }, 'rules'],
    [{ ...good, rules: [rule, rule] }, 'rules'],
    [{ ...good, rules: ['ru_nobody'] }, 'rules'],
    [{ ...good, rules: Array.from({ length: 21 }, (_, at) => `ru_${at}`) }, 'rules'],
    [{ ...good, language: 'de' }, 'language'],
    [{ ...good, tz: 'Mars/Base' }, 'tz'],
    [{ ...good, theme: 'red' }, 'theme'],
    [{ ...good, accent: 'red' }, 'accent'],
    [{ ...good, accent: '#0a6cff;}' }, 'accent'],
    [{ ...good, invented: 1 }, 'invented'],
  ] as const
  for (const [body, param] of refusals)
    await expect(p2p.boards.create(body as never), param).rejects.toMatchObject({ status: 400, param })
  const starter = new P2P({ baseUrl: running.url, apiKey: running.keys.Starter, maxRetries: 0 })
  await expect(starter.boards.list()).rejects.toMatchObject({ code: 'plan_required' })
})

test('an account has twenty boards, however many ask at once', async () => {
  const rules = [await makeRule()]
  const made = await Promise.allSettled(Array.from({ length: 25 }, () => p2p.boards.create({ title: 'many', rules })))
  const boards = made.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
  expect(boards).toHaveLength(20)
  expect(made.find((one) => one.status === 'rejected')?.reason).toMatchObject({ status: 409, code: 'board_limit' })
  for (const { id } of boards) await p2p.boards.delete(id)
})

test('every visitor sees it as a page and a picture, small, without a script, a cookie or a key', async () => {
  const [buying, selling] = [await makeRule(), await makeRule(p2p, 'Cash', { side: 'SELL', step: 0.001 })]
  const board = await p2p.boards.create({
    title: 'Our rates',
    rules: [buying, selling],
    tz: 'Europe/Kyiv',
    accent: '#0A6CFF',
  })
  const before = await p2p.me()
  const said = () => Promise.all([buying, selling].map(async (id) => (await p2p.rules.price(id)).value))
  const saidBefore = await said()
  const [page, picture] = [await see(`/board/${board.id}?x=1`), await see(`/board/${board.id}.svg`)]
  const prices = [saidBefore, await said()].map(([first, second]) => [first?.toFixed(2), second?.toFixed(3)])
  for (const [answer, type] of [
    [page, 'text/html; charset=utf-8'],
    [picture, 'image/svg+xml'],
  ] as const) {
    const { status, headers, text } = answer
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('cache-control')).toBe('public, max-age=5')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-simulated')).toBe('true')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    )
    expect([headers.has('set-cookie'), headers.has('access-control-allow-origin')]).toEqual([false, false])
    expect(gzipSync(text).length).toBeLessThan(6 * 1024)
    expect(text).not.toMatch(/<script|<link|href=|src=|url\(|@import/i)
    for (const words of ['Our rates', 'We sell USDT', 'We buy USDT', 'USDT / UAH', 'UAH for 1 USDT', '#0A6CFF'])
      expect(text).toContain(words)
    expect(text).toMatch(/As of \d\d:\d\d, Kyiv time · \d+ \w+</)
    expect(prices.some((both) => both.every((price) => text.includes(`>${price}<`)))).toBe(true)
  }
  expect(page.text).toContain('<meta http-equiv="refresh" content="60">')
  expect(page.text.indexOf('We sell USDT')).toBeLessThan(page.text.indexOf('We buy USDT'))

  const uk = await p2p.boards.update(board.id, { language: 'uk' })
  aSecondLater()
  const { text } = await seeBoard(uk.id)
  expect(text).toMatch(
    /<html lang="uk">[\s\S]*Ми продаємо USDT[\s\S]*\d,\d\d<[\s\S]*UAH за 1 USDT[\s\S]*Оновлено о \d\d:\d\d за Києвом/,
  )
  // Page views by readers don't count towards the account's requests.
  const used = (await p2p.me()).used_this_month - before.used_this_month
  expect(used).toBeLessThanOrEqual(6)
  await p2p.boards.delete(board.id)
})

test('a screen in the window shows the same prices, large', async () => {
  const { id } = await p2p.boards.create({ title: 'Window', rules: [await makeRule()], theme: 'dark' })
  const [page, screen] = [await see(`/board/${id}`), await see(`/board/${id}/screen`)]
  expect([page.status, screen.status]).toEqual([200, 200])
  const bodyOf = (text: string) => text.slice(text.indexOf('<main>'))
  expect(bodyOf(screen.text)).toBe(bodyOf(page.text))
  // As large as a price of its length can be without a line break.
  expect(page.text).toContain('b{font-size:min(56px,27cqi)}')
  expect(screen.text).toContain('b{font-size:min(26vh,27cqi)}')
  expect((await see(`/board/${id}/window`)).status).toBe(404)
  await p2p.boards.delete(id)
})

test('a caller with the current version gets 304, in any encoding', async () => {
  const { id } = await p2p.boards.create({ title: 'Kept', rules: [await makeRule()] })
  for (const encoding of ['identity', 'gzip', 'br']) {
    const whole = await see(`/board/${id}.svg`, [['Accept-Encoding', encoding]])
    const etag = whole.headers.get('etag') ?? ''
    const again = await see(`/board/${id}.svg`, [
      ['Accept-Encoding', encoding],
      ['If-None-Match', `W/${etag}`],
    ])
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('vary')).toBe('Accept-Encoding')
  }
  expect((await asker.ask({ method: 'HEAD', path: `/board/${id}` })).text).toBe('')
  const post = await asker.ask({ method: 'POST', path: `/board/${id}` })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  await p2p.boards.delete(id)
})

test('a rule that is deleted leaves all boards, also the last one of a board', async () => {
  const [one, two] = [await makeRule(p2p, 'Goes'), await makeRule(p2p, 'Stays')]
  const board = await p2p.boards.create({ title: 'Rates', rules: [one, two] })
  await p2p.rules.delete(one)
  expect((await p2p.boards.get(board.id)).rules).toEqual([two])
  expect((await p2p.boards.list()).boards.find(({ id }) => id === board.id)?.rules).toEqual([two])
  const { text } = await seeBoard(board.id)
  expect(text.match(/<li /g)).toHaveLength(1)
  await p2p.rules.delete(two)
  aSecondLater()
  expect((await seeBoard(board.id)).text).toContain('No prices are shown here at the moment.')
  await p2p.boards.delete(board.id)
})

test('without its plan or its account a board is as if it had never been', async () => {
  const { operator } = running.server
  const account = await operator.createAccount('Short', 'Pro')
  const { key } = await operator.createKey(account.id, null)
  const client = new P2P({ baseUrl: running.url, apiKey: key, maxRetries: 0 })
  const { id } = await client.boards.create({ title: 'Rates', rules: [await makeRule(client)] })
  const answers = async () => {
    aSecondLater()
    return Promise.all(['', '.svg', '/screen'].map((form) => see(`/board/${id}${form}`)))
  }
  const statuses = async () => (await answers()).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200])
  const never = await seeBoard('bo_never')
  expect(never.status).toBe(404)
  expect(never.headers.get('cache-control')).toBe('no-store')

  await operator.setPlan(account.id, 'Starter')
  for (const answer of await answers())
    expect([answer.status, answer.text, withoutId(answer)]).toEqual([404, never.text, withoutId(never)])
  await operator.setPlan(account.id, 'Business')
  expect(await statuses()).toEqual([200, 200, 200])
  await operator.deleteAccount(account.id)
  for (const answer of await answers()) expect([answer.status, answer.text]).toEqual([404, never.text])
})

test('a stale price shows its time, and a missing price its reason', async () => {
  const dataDir = join(makeFolder(), 'data')
  const facts = { historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], dataDir } as const
  const first = await startServer(facts)
  const client = new P2P({ baseUrl: first.url, apiKey: first.keys.Pro, maxRetries: 0 })
  const rules = [await makeRule(client, 'Stands'), await makeRule(client, 'Ends', { last_good_seconds: 0 })]
  const { id } = await client.boards.create({ title: 'Rates', rules })
  await first.stop()
  const own = await startServer(facts)
  const eyes = createTestClient(own.url)
  own.simulator.fault('all', { kind: 'network' })
  own.clock.advance(700_000)
  for (const form of ['', '.svg']) {
    const { text } = await eyes.ask({ path: `/board/${id}${form}` })
    expect(text).toMatch(/Stands[\s\S]*\d\.\d\d<[\s\S]*not fresh since \d+ \w+, \d\d:\d\d/)
    expect(text).toMatch(/Ends[\s\S]*—[\s\S]*no fresh data/)
    expect(text).not.toContain('As of')
  }
  own.clock.advance(3_600_000)
  expect((await eyes.ask({ path: `/board/${id}` })).text).not.toContain('not fresh since')
  eyes.close()
  await own.stop()
})

test('a network gets a fixed number in a minute, apart from other limits, and a rejected page tries again', async () => {
  const own = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], pages: true })
  const eyes = createTestClient(own.url)
  const client = new P2P({ baseUrl: own.url, apiKey: own.keys.Pro, maxRetries: 0 })
  const { id } = await client.boards.create({ title: 'Rates', rules: [await makeRule(client)] })
  const answers = await Promise.all(Array.from({ length: 310 }, () => eyes.ask({ path: `/board/${id}` })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('refresh')).toBe('60')
  const missing = await eyes.ask({ path: '/board/none' })
  for (const plain of [refused, missing]) {
    expect(plain?.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^']+'.*frame-ancestors \*/)
    expect(plain?.text).toMatch(/<style>.*<h1>/s)
  }
  const page = await eyes.ask({ path: '/market/UAH', headers: [['Accept', 'text/html']] })
  expect(page.status).toBe(200)
  expect((await client.rates({ fiat: 'UAH' })).fiat).toBe('UAH')
  eyes.close()
  await own.stop()
})
