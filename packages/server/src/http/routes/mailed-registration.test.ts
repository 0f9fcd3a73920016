import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailStandIn } from '../../alerts/channels/testing/mail-stand-in.js'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

const publicUrl = 'http://rates.example.com'

let mail: Awaited<ReturnType<typeof startMailStandIn>>
let running: TestServer
let asker: TestClient
beforeEach(async () => {
  mail = await startMailStandIn()
  running = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx'],
    settings: {
      P2P_PUBLIC_URL: publicUrl,
      P2P_PROXY_HOPS: '1',
      P2P_SMTP_URL: mail.url,
      P2P_SMTP_FROM: 'alerts@rates.example.com',
      P2P_REGISTRATION: 'open',
    },
  })
  asker = createTestClient(running.url)
})
afterEach(async () => {
  asker.close()
  await running.stop()
  await mail.close()
})

const browser = (address = '203.0.113.1') => createBrowser(asker, publicUrl, address)
const ask = (email: string, address?: string) => browser(address).ask('POST', '/registration-mails', { email })
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code
const joinToken = (text = '') => text.match(/\/join#(\S+)/)?.[1] ?? ''
const password = 'a long password'
const register = (token: string, wanted = password, from = browser()) =>
  from.ask('POST', '/accounts/by-link', { token, password: wanted })

test('an account begins when the mailed link is opened: once, with the address that got it', async () => {
  expect((await ask('Ann@Example.com')).status).toBe(204)
  await expect.poll(() => mail.mails.length).toBe(1)
  const token = joinToken(mail.mails[0]?.text)
  expect(await browser().logIn({ email: 'ann@example.com', password })).toMatchObject({ status: 401 })
  const weak = await register(token, 'password12')
  expect([weak.status, code(weak)]).toEqual([400, 'common_password'])
  const page = browser()
  const made = await register(token, password, page)
  expect([made.status, JSON.parse(made.text)]).toMatchObject([201, { email: 'ann@example.com', plan: 'Free' }])
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
  const again = await register(token)
  expect([again.status, code(again)]).toEqual([403, 'invalid_link'])
})

test('a known address gets the same answer, and a mail that says so without a link for an account', async () => {
  const { email } = await makePerson(running.config.DATA_DIR)
  const [known, unknown] = [await ask(email), await ask('new@example.com')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  await expect.poll(() => mail.mails.length).toBe(2)
  const toKnown = mail.mails.find(({ to }) => to.includes(email))
  expect([toKnown?.text, joinToken(toKnown?.text)]).toEqual([expect.stringContaining('already'), ''])
})

test('without the link registration is rejected, and old, changed or made-up links open nothing', async () => {
  const direct = await browser().ask('POST', '/accounts', { email: 'ann@example.com', password })
  expect([direct.status, code(direct)]).toEqual([403, 'registration_closed'])
  await ask('ann@example.com')
  await expect.poll(() => mail.mails.length).toBe(1)
  const token = joinToken(mail.mails[0]?.text)
  const changed = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const wrong of [changed, 'mail.', 'mail.AAAA', 'guessed', token.slice(5)])
    expect(await register(wrong)).toMatchObject({ status: 403 })
  running.clock.advance(3_600_000)
  expect(await register(token)).toMatchObject({ status: 403 })
})

test('three accounts a day come from one network, and five mails an hour go to one address', async () => {
  const tokens: string[] = []
  for (let one = 0; one < 4; one++) {
    await ask(`p${one}@example.org`, `198.51.100.${one}`)
    await expect.poll(() => mail.mails.length).toBe(one + 1)
    tokens.push(joinToken(mail.mails[one]?.text))
  }
  const statuses = []
  for (const token of tokens) statuses.push((await register(token)).status)
  expect(statuses).toEqual([201, 201, 201, 429])
  expect(await register(tokens[3] ?? '', password, browser('198.51.100.200'))).toMatchObject({ status: 201 })
  const asked = []
  for (let one = 0; one < 6; one++) asked.push((await ask('victim@example.org', `192.0.2.${one}`)).status)
  expect(asked).toEqual([204, 204, 204, 204, 204, 429])
})
