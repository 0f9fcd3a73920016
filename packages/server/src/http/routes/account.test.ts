import { expect, onTestFinished, test } from 'vitest'
import { anInbox } from '../../alerts/channels/testing/an-inbox.js'
import { createLog } from '../../base/log/log.js'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createBrowser, makePerson, tokenOf } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const start = async () => {
  const lines: string[] = []
  const log = createLog('debug', (line) => void lines.push(line))
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], log })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const browser = () => createBrowser(asker, running.url)
  const loggedIn = async (who: Parameters<typeof makePerson>[1] = {}) => {
    const person = await makePerson(running.config.DATA_DIR, who)
    const page = browser()
    await page.logIn(person)
    return {
      ...person,
      page,
      remove: (password = person.password) => page.ask('DELETE', '/account', { current_password: password }),
    }
  }
  return { ...running, lines, browser, loggedIn, operator: running.server.operator }
}
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code

test('a user who deletes the account removes keys, webhooks, sessions and the address, and keeps counted usage', async () => {
  const { baseUrl, browser, loggedIn, config, server } = await start()
  const { page, accountId, email, password, remove } = await loggedIn({ plan: 'Pro' })
  const { key } = JSON.parse((await page.ask('POST', '/keys', { name: 'desk' })).text) as { key: string }
  const other = browser()
  await other.logIn({ email, password })
  const hook = { url: 'https://hooks.example.com/', event: 'best_buy', threshold: 1, fiat: 'UAH' }
  expect(await page.ask('POST', '/webhooks', hook)).toMatchObject({ status: 201 })
  expect((await fetch(`${baseUrl}/markets`, { headers: { 'X-API-Key': key } })).status).toBe(200)
  expect((await fetch(`${baseUrl}/rates`, { headers: { 'X-API-Key': key } })).status).toBe(200)
  const store = openSecondStore(config.DATA_DIR)
  await expect.poll(() => store.usage.countedByMonth(accountId)).toHaveLength(1)

  expect(await remove()).toMatchObject({ status: 204, text: '' })
  expect(page.cookie()).toBeNull()
  expect(await other.ask('GET', '/account')).toMatchObject({ status: 401 })
  expect((await fetch(`${baseUrl}/rates`, { headers: { 'X-API-Key': key } })).status).toBe(401)
  expect(await browser().logIn({ email, password })).toMatchObject({ status: 401 })
  expect(await store.webhooks.list(accountId)).toEqual([])
  expect([await store.keys.findAccount(accountId), await store.logins.findByEmail(email)]).toEqual([null, null])
  expect(await store.usage.countedByMonth(accountId)).toHaveLength(1)
  const kept = ['account', 'api_key', 'login', 'session'].map((table) =>
    store.database.prepare(`SELECT * FROM ${table}`).all(),
  )
  expect(JSON.stringify(kept)).not.toContain(email)
  expect((await server.operator.accounts()).map(({ id }) => id)).not.toContain(accountId)
})

test('the thief of a session can neither delete nor guess a password', async () => {
  const { browser, loggedIn, clock } = await start()
  const { page, remove, ...person } = await loggedIn()
  for (let count = 0; count < 5; count++) expect(await remove('a guess at it')).toMatchObject({ status: 401 })
  expect(await remove()).toMatchObject({ status: 429 })
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
  clock.advance(15 * 60_000)
  expect(await browser().logIn(person)).toMatchObject({ status: 201 })
})

test('the only admin stays, until there is another; the operator can delete every account', async () => {
  const { loggedIn, operator } = await start()
  const ann = await loggedIn({ isAdmin: true })
  const refused = await ann.remove()
  expect([refused.status, code(refused), refused.text]).toEqual([
    409,
    'last_admin',
    expect.stringContaining('p2p-server'),
  ])
  const eve = await loggedIn({ isAdmin: true })
  expect(await ann.remove()).toMatchObject({ status: 204 })
  expect(await eve.remove()).toMatchObject({ status: 409 })
  await operator.deleteAccount(eve.accountId)
  expect(await eve.page.ask('GET', '/account')).toMatchObject({ status: 401 })
  expect((await operator.setupLink()).link).toContain('/setup#')
})

test('a reset link sets a new password once, within an hour, and ends all sessions', async () => {
  const { url, browser, loggedIn, operator, clock } = await start()
  const { page, email, password } = await loggedIn()
  const reset = (token: string, wanted = 'a new and long one') =>
    browser().ask('POST', '/password-resets', { token, new_password: wanted })
  const made = await operator.resetLink(` ${email.toUpperCase()} `)
  expect(made.link).toMatch(new RegExp(`^${url}/reset#[\\w-]{43}$`))
  const [first, second] = [tokenOf(made), tokenOf(await operator.resetLink(email))]
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })

  const answer = await reset(first)
  expect([answer.status, answer.headers.has('set-cookie')]).toEqual([204, false])
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 401 })
  expect(await browser().logIn({ email, password })).toMatchObject({ status: 401 })
  expect(await browser().logIn({ email, password: 'a new and long one' })).toMatchObject({ status: 201 })
  for (const used of [first, second, 'guessed']) {
    const refused = await reset(used)
    expect([refused.status, code(refused)]).toEqual([403, 'invalid_link'])
  }
  const late = tokenOf(await operator.resetLink(email))
  clock.advance(3_600_000)
  expect(await reset(late)).toMatchObject({ status: 403 })
})

test('a reset ends keys, webhooks and inboxes at once, unless they are kept; the link says how many there are', async () => {
  const { baseUrl, browser, loggedIn, operator, config } = await start()
  const { page, email, accountId } = await loggedIn({ plan: 'Pro' })
  const { key } = JSON.parse((await page.ask('POST', '/keys', { name: 'of an intruder' })).text) as { key: string }
  await page.ask('POST', '/webhooks', {
    url: 'https://hooks.example.com/',
    event: 'best_buy',
    threshold: 1,
    fiat: 'UAH',
  })
  await openSecondStore(config.DATA_DIR).inboxes.create(anInbox({ accountId }), 5)
  const status = async () => (await fetch(`${baseUrl}/me`, { headers: { 'X-API-Key': key } })).status
  const reset = async (more: object) => {
    const token = tokenOf(await operator.resetLink(email))
    const preview = await browser().ask('POST', '/password-resets/preview', { token })
    const { status } = await browser().ask('POST', '/password-resets', {
      token,
      new_password: 'a new and long one',
      ...more,
    })
    return [JSON.parse(preview.text), status]
  }
  const all = { keys: 1, webhooks: 1, inboxes: 1 }
  expect([await reset({ keep_access: true }), await status()]).toEqual([[all, 204], 200])
  expect([await reset({}), await status()]).toEqual([[all, 204], 401])
  await page.logIn({ email, password: 'a new and long one' })
  expect(JSON.parse((await page.ask('GET', '/access')).text)).toEqual({ keys: 0, webhooks: 0, inboxes: 0 })
  expect(JSON.parse((await page.ask('GET', '/webhooks')).text)).toEqual({ webhooks: [] })
  const guessed = await browser().ask('POST', '/password-resets/preview', { token: 'guessed' })
  expect([guessed.status, code(guessed)]).toEqual([403, 'invalid_link'])
})

test('after a change of password the remaining access is counted, and ended with one call', async () => {
  const { baseUrl, loggedIn } = await start()
  const { page, password } = await loggedIn()
  const { key } = JSON.parse((await page.ask('POST', '/keys', { name: 'of an intruder' })).text) as { key: string }
  const status = async () => (await fetch(`${baseUrl}/me`, { headers: { 'X-API-Key': key } })).status
  await page.ask('PATCH', '/account', { current_password: password, new_password: 'a new and long one' })
  expect([JSON.parse((await page.ask('GET', '/access')).text), await status()]).toEqual([
    { keys: 1, webhooks: 0, inboxes: 0 },
    200,
  ])
  expect([(await page.ask('DELETE', '/access', {})).status, await status()]).toEqual([204, 401])
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
})

test('of two who use a reset link at once one sets the password', async () => {
  const { browser, loggedIn, operator } = await start()
  const { email } = await loggedIn()
  const token = tokenOf(await operator.resetLink(email))
  const passwords = ['the one password', 'the other password']
  const answers = await Promise.all(
    passwords.map((wanted) => browser().ask('POST', '/password-resets', { token, new_password: wanted })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
  const entries = await Promise.all(passwords.map((password) => browser().logIn({ email, password })))
  expect(entries.map(({ status }) => status === 201)).toEqual(answers.map(({ status }) => status === 204))
})

test('a log-in link lets its holder in once, and leaves other sessions alone', async () => {
  const { url, browser, loggedIn, operator, clock } = await start()
  const { page, email } = await loggedIn()
  const made = await operator.loginLink(email)
  expect(made.link).toMatch(new RegExp(`^${url}/login#[\\w-]{43}$`))
  clock.advance(20 * 86_400_000)
  const other = browser()
  const enter = (from = browser()) => from.ask('POST', '/sessions/by-link', { token: tokenOf(made) })
  const answer = await enter(other)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { email }])
  expect(await other.ask('GET', '/account')).toMatchObject({ status: 200 })
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
  const again = await enter()
  expect([again.status, code(again), again.headers.has('set-cookie')]).toEqual([403, 'invalid_link', false])
})

test('a link of one kind is invalid for another, and there is none for an unknown user', async () => {
  const { browser, loggedIn, operator } = await start()
  const { email } = await loggedIn()
  const token = tokenOf(await operator.resetLink(email))
  expect(await browser().ask('POST', '/sessions/by-link', { token })).toMatchObject({ status: 403 })
  const entry = tokenOf(await operator.loginLink(email))
  const asked = { token: entry, new_password: 'a new and long one' }
  expect(await browser().ask('POST', '/password-resets', asked)).toMatchObject({ status: 403 })
  for (const offer of [operator.resetLink, operator.loginLink])
    await expect(offer('nobody@example.com')).rejects.toThrow('No account has this address')
})

test('links are kept as digests alone, and neither they nor passwords and sessions are in the log', async () => {
  const { browser, loggedIn, operator, config, lines } = await start()
  const { page, email, password } = await loggedIn()
  const [reset, entry] = [tokenOf(await operator.resetLink(email)), tokenOf(await operator.loginLink(email))]
  const kept = JSON.stringify(openSecondStore(config.DATA_DIR).database.prepare('SELECT * FROM link').all())
  const cookie = page.cookie()?.split('=')[1] ?? 'none'
  await browser().ask('POST', '/sessions/by-link', { token: entry })
  await browser().ask('POST', '/sessions/by-link', { token: entry, invented: reset })
  await browser().ask('POST', `/sessions/by-link?token=${reset}`, { token: entry })
  await browser().ask('POST', '/password-resets', { token: reset, new_password: 'a new and long one' })
  for (const secret of [reset, entry]) expect(kept).not.toContain(secret)
  for (const secret of [reset, entry, cookie, password, 'a new and long one'])
    expect(lines.join()).not.toContain(secret)
})
