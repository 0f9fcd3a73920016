import type { AccountInfo, SessionList } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'] })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})
// Each test begins with untouched budgets.
beforeEach(() => running.clock.advance(15 * 60_000))

const browser = () => createBrowser(asker, running.url)
const aPerson = () => makePerson(running.config.DATA_DIR)
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code

const loggedIn = async (count = 1) => {
  const person = await aPerson()
  const browsers = Array.from({ length: count }, browser)
  for (const each of browsers) expect((await each.logIn(person)).status).toBe(201)
  const [first = browser(), ...others] = browsers
  return { person, first, others }
}

describe('to log in', () => {
  test('opens the account, in any case of the address, until log-out', async () => {
    const { person, first } = await loggedIn()
    expect((await first.logIn({ ...person, email: ` ${person.email.toUpperCase()}` })).status).toBe(201)
    const { status, text } = await first.ask('GET', '/account')
    expect(status).toBe(200)
    expect(JSON.parse(text) as AccountInfo).toMatchObject({ email: person.email, plan: 'Free', used_this_month: 0 })
    const before = first.cookie()
    expect(await first.ask('DELETE', '/sessions/current')).toMatchObject({ status: 204 })
    expect(first.cookie()).toBeNull()
    first.keep(before)
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 401 })
  })

  test('again ends the session that this browser had before, and no other', async () => {
    const { person, first, others } = await loggedIn(2)
    const former = first.cookie()
    expect((await first.logIn(person)).status).toBe(201)
    expect((await first.ask('GET', '/account')).status).toBe(200)
    expect((await others[0]?.ask('GET', '/account'))?.status).toBe(200)
    first.keep(former)
    expect((await first.ask('GET', '/account')).status).toBe(401)
  })

  test('again and again leaves an account the minute of one session', async () => {
    const { first, others } = await loggedIn(6)
    const statuses: number[] = []
    for (const each of [first, ...others])
      for (let asked = 0; asked < 60; asked++) statuses.push((await each.ask('GET', '/rates?fiat=UAH')).status)
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(300)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test('for the eleventh time ends the oldest session', async () => {
    const { first, others } = await loggedIn(11)
    expect((await first.ask('GET', '/account')).status).toBe(401)
    for (const each of others) expect((await each.ask('GET', '/account')).status).toBe(200)
  })

  test('lasts 90 days at most, however often the session is used', async () => {
    const { first } = await loggedIn()
    const day = 86_400_000
    const state = async () => (await first.ask('GET', '/account')).status
    for (let days = 0; days < 84; days += 14) {
      running.clock.advance(14 * day)
      expect(await state()).toBe(200)
    }
    running.clock.advance(7 * day)
    expect(await state()).toBe(401)
  })

  test('gives a cookie that no script reads, that other sites do not send, for 30 days', async () => {
    const person = await aPerson()
    const { headers } = await browser().logIn(person)
    expect(headers.get('set-cookie')).toMatch(
      /^p2p_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('gives elsewhere than on this machine a cookie for encrypted connections to this very host', async () => {
    const settings = { P2P_PUBLIC_URL: 'https://rates.example' }
    const behind = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], settings })
    const near = createTestClient(behind.url)
    onTestFinished(async () => {
      near.close()
      await behind.stop()
    })
    const page = createBrowser(near, 'https://rates.example')
    const { headers } = await page.logIn(await makePerson(behind.config.DATA_DIR))
    expect(headers.get('set-cookie')).toMatch(/^__Host-p2p_session=[\w-]{43}; Path=\/; .*; Secure$/)
    expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
  })

  test('needs the very password; a wrong one and an unknown address get the same words', async () => {
    const person = await aPerson()
    const wrong = await browser().logIn({ ...person, password: `${person.password}!` })
    const unknown = await browser().logIn({ ...person, email: 'nobody@example.com' })
    for (const answer of [wrong, unknown]) {
      expect([answer.status, code(answer)]).toEqual([401, 'wrong_login'])
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
    expect(wrong.text).toBe(unknown.text)
  })

  test('has five attempts in 15 minutes for an address, known or not, and then waits', async () => {
    const person = await aPerson()
    for (const email of [person.email, 'stranger@example.com']) {
      for (let guess = 0; guess < 5; guess++)
        expect(await browser().logIn({ email, password: 'wrong password' })).toMatchObject({ status: 401 })
      const refused = await browser().logIn({ ...person, email })
      expect([refused.status, code(refused)]).toEqual([429, 'rate_limited'])
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait > 0 && wait <= 900).toBe(true)
      running.clock.advance(wait * 1_000)
    }
    expect(await browser().logIn(person)).toMatchObject({ status: 201 })
  })

  test('lets no more guesses through when they come at once', async () => {
    const { email } = await aPerson()
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => browser().logIn({ email, password: 'wrong password' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('is refused to other origins', () =>
    checkEach(
      [
        ['another origin', [['Origin', 'https://elsewhere.example']], 400],
        ['no origin', [], 400],
        ['a form', [['Content-Type', 'application/x-www-form-urlencoded']], 415],
        ['a text', [['Content-Type', 'text/plain']], 415],
      ] as const,
      async ([_, headers, status]) => {
        const person = await aPerson()
        const own = headers.some(([name]) => name === 'Content-Type') ? [['Origin', running.url] as const] : []
        const type = own.length > 0 ? [] : [['Content-Type', 'application/json'] as const]
        const body = JSON.stringify({ email: person.email, password: person.password })
        const asked = { method: 'POST', path: '/web/v1/sessions', headers: [...own, ...type, ...headers], body }
        const answer = await asker.ask(asked)
        expect([answer.status, answer.headers.has('set-cookie')]).toEqual([status, false])
      },
    ))
})

test('logging out everywhere ends all sessions of the account and of no other', async () => {
  const { first, others } = await loggedIn(3)
  const { first: neighbour } = await loggedIn()
  expect(await first.ask('DELETE', '/sessions')).toMatchObject({ status: 204 })
  expect(first.cookie()).toBeNull()
  for (const other of others) expect(await other.ask('GET', '/account')).toMatchObject({ status: 401 })
  expect(await neighbour.ask('GET', '/account')).toMatchObject({ status: 200 })
})

describe('the sessions of an account', () => {
  const listed = async (page: ReturnType<typeof browser>) =>
    JSON.parse((await page.ask('GET', '/sessions')).text) as SessionList

  test('are listed, the newest first, with where they were begun and the latest log-ins, good and failed', async () => {
    const { person, first, others } = await loggedIn()
    running.clock.advance(2 * 3_600_000)
    await browser().logIn({ ...person, password: 'a guess at it' })
    const second = browser()
    await second.logIn(person)
    expect((await first.ask('GET', '/account')).status).toBe(200)
    expect(others).toEqual([])
    await expect.poll(async () => (await listed(second)).recent_log_ins.length).toBe(3)
    const { sessions, recent_log_ins: logIns } = await listed(second)
    expect(sessions.map(({ network, is_current }) => [network, is_current])).toEqual([
      ['127.0.0.1', true],
      ['127.0.0.1', false],
    ])
    const [, old] = sessions
    expect(Date.parse(old?.last_used_at ?? '') - Date.parse(old?.created_at ?? '')).toBeGreaterThanOrEqual(
      2 * 3_600_000,
    )
    expect(logIns.map(({ succeeded }) => succeeded).sort()).toEqual([false, true, true])
    expect(JSON.stringify([sessions, logIns])).not.toContain(second.cookie()?.split('=')[1])
  })

  test('end one by one, only within the own account', async () => {
    const { first, others } = await loggedIn(2)
    const { first: stranger } = await loggedIn()
    const [mine, other] = (await listed(first)).sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
    expect(await stranger.ask('DELETE', `/sessions/${other?.id}`)).toMatchObject({ status: 404 })
    expect(await first.ask('DELETE', `/sessions/${other?.id}`)).toMatchObject({ status: 204 })
    expect(await others[0]?.ask('GET', '/account')).toMatchObject({ status: 401 })
    expect((await listed(first)).sessions.map(({ id }) => id)).toEqual([mine?.id])
  })

  test('end all but the one that asks', async () => {
    const { first, others } = await loggedIn(3)
    expect(await first.ask('DELETE', '/sessions/others')).toMatchObject({ status: 204 })
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 200 })
    for (const other of others) expect(await other.ask('GET', '/account')).toMatchObject({ status: 401 })
  })
})

describe('another password', () => {
  const change = { current_password: '', new_password: 'a new and long one' }

  test('ends all sessions, gives this browser a new one, and is the only one from then on', async () => {
    const { person, first, others } = await loggedIn(3)
    const former = first.cookie()
    const answer = await first.ask('PATCH', '/account', { ...change, current_password: person.password })
    expect(answer.status).toBe(200)
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 200 })
    for (const other of others) expect(await other.ask('GET', '/account')).toMatchObject({ status: 401 })
    first.keep(former)
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 401 })
    expect(await browser().logIn(person)).toMatchObject({ status: 401 })
    expect(await browser().logIn({ ...person, password: change.new_password })).toMatchObject({ status: 201 })
  })

  test('needs the present password, which the thief of a session cannot guess', async () => {
    const { person, first } = await loggedIn()
    const guess = () => first.ask('PATCH', '/account', { ...change, current_password: 'a guess at it' })
    for (let times = 0; times < 5; times++) expect(await guess()).toMatchObject({ status: 401 })
    expect(await guess()).toMatchObject({ status: 429 })
    running.clock.advance(15 * 60_000)
    expect(await browser().logIn(person)).toMatchObject({ status: 201 })
  })

  test('has ten to 128 characters', async () => {
    const { person, first } = await loggedIn()
    for (const wanted of ['123456789', 'x'.repeat(129)]) {
      const asked = { current_password: person.password, new_password: wanted }
      expect(await first.ask('PATCH', '/account', asked)).toMatchObject({ status: 400 })
    }
  })
})

describe('a session', () => {
  const dayMs = 86_400_000

  test('lasts as long as it is used within 30 days, and its cookie with it', async () => {
    const { first } = await loggedIn()
    for (let times = 0; times < 3; times++) {
      running.clock.advance(29 * dayMs)
      const { status, headers } = await first.ask('GET', '/account')
      expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=2592000')])
    }
    running.clock.advance(30 * dayMs)
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 401 })
  })

  test('is prolonged once an hour, not with every request', async () => {
    const { first } = await loggedIn()
    const isProlonged = async () => (await first.ask('GET', '/account')).headers.has('set-cookie')
    expect([await isProlonged(), await isProlonged()]).toEqual([false, false])
    running.clock.advance(dayMs / 24)
    expect([await isProlonged(), await isProlonged()]).toEqual([true, false])
  })

  test('ends with its account', async () => {
    const { person, first } = await loggedIn()
    await running.server.operator.deleteAccount(person.accountId)
    expect(await first.ask('GET', '/account')).toMatchObject({ status: 401 })
    expect(await browser().logIn(person)).toMatchObject({ status: 401 })
  })

  test('knows of another plan at once', async () => {
    const { person, first } = await loggedIn()
    await running.server.operator.setPlan(person.accountId, 'Pro')
    expect(JSON.parse((await first.ask('GET', '/account')).text)).toMatchObject({
      plan: 'Pro',
      requests_per_minute: 300,
    })
  })

  test('is kept as a digest alone, and so is the password', async () => {
    const { person, first } = await loggedIn()
    const { database } = openSecondStore(running.config.DATA_DIR)
    const kept = JSON.stringify([
      database.prepare('SELECT * FROM session').all(),
      database.prepare('SELECT * FROM login').all(),
    ])
    expect(kept).toContain(person.email)
    expect(kept).not.toContain(first.cookie()?.split('=')[1])
    expect(kept).not.toContain(person.password)
  })
})
