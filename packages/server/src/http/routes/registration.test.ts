import type { AccountInfo, RegistrationMode } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { linkDigestOf } from '../../accounts/tokens.js'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createBrowser } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const start = async (mode?: RegistrationMode) => {
  const settings = { P2P_PROXY_HOPS: '1', ...(mode === undefined ? {} : { P2P_REGISTRATION: mode }) }
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], settings })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  let invites = 0
  return {
    ...running,
    browser: (address = '203.0.113.1') => createBrowser(asker, running.url, address),
    invite: async (endsInMs = 60_000) => {
      invites += 1
      const token = `invite ${invites}`
      const createdAtMs = running.clock.wallMs()
      const facts = {
        plan: 'Starter' as const,
        note: null,
        createdAtMs,
        endsAtMs: createdAtMs + endsInMs,
        usedAtMs: null,
      }
      await openSecondStore(running.config.DATA_DIR).invites.save({
        ...facts,
        id: `inv_${invites}`,
        digest: linkDigestOf(token),
      })
      return token
    },
  }
}
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code
const ann = { email: 'Ann@Example.com', password: 'a long password' }

test.each(['closed', 'invite', 'open'] as const)('the state of registration is returned: %s', async (mode) => {
  const { browser } = await start(mode)
  const answer = await browser().ask('GET', '/registration')
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { mode, by_mail: false }])
})

test('by default registration is closed, with an invite or without one', async () => {
  const { browser, invite } = await start()
  for (const more of [{}, { invite: await invite() }]) {
    const answer = await browser().ask('POST', '/accounts', { ...ann, ...more })
    expect([answer.status, code(answer), answer.headers.has('set-cookie')]).toEqual([403, 'registration_closed', false])
  }
})

test('on an open server a visitor registers, is logged in at once, on the Free plan, and is no admin', async () => {
  const { browser } = await start('open')
  const page = browser()
  const answer = await page.ask('POST', '/accounts', ann)
  expect(answer.status).toBe(201)
  const account = JSON.parse(answer.text) as AccountInfo
  expect(account).toMatchObject({ email: 'ann@example.com', plan: 'Free', is_admin: false, used_this_month: 0 })
  expect(JSON.parse((await page.ask('GET', '/account')).text)).toEqual(account)
  expect(await browser().logIn(ann)).toMatchObject({ status: 201 })
})

test('an address that is taken is refused in any case, and its holder notices nothing', async () => {
  const { browser } = await start('open')
  const page = browser()
  await page.ask('POST', '/accounts', ann)
  const other = { email: ' ANN@example.COM ', password: 'of somebody else' }
  const answer = await browser().ask('POST', '/accounts', other)
  expect([answer.status, code(answer)]).toEqual([409, 'email_taken'])
  expect(await browser().logIn(other)).toMatchObject({ status: 401 })
  expect(await page.ask('GET', '/account')).toMatchObject({ status: 200 })
})

test('where an invite is needed, it is taken once, and gives its plan', async () => {
  const { browser, invite } = await start('invite')
  const without = await browser().ask('POST', '/accounts', ann)
  expect([without.status, code(without)]).toEqual([403, 'registration_closed'])
  const token = await invite()
  const answer = await browser().ask('POST', '/accounts', { ...ann, invite: token })
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { plan: 'Starter' }])
  const again = await browser().ask('POST', '/accounts', { ...ann, email: 'eve@example.com', invite: token })
  expect([again.status, code(again)]).toEqual([403, 'invalid_link'])
})

test('an invite is good for one of those who take it at once, and until its end', async () => {
  const { browser, invite, clock } = await start('invite')
  const token = await invite()
  const answers = await Promise.all(
    ['ann', 'eve'].map((name) =>
      browser().ask('POST', '/accounts', { ...ann, email: `${name}@example.com`, invite: token }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
  const late = await invite(60_000)
  clock.advance(60_000)
  for (const wrong of [late, 'guessed']) {
    const answer = await browser().ask('POST', '/accounts', { ...ann, email: 'late@example.com', invite: wrong })
    expect([answer.status, code(answer)]).toEqual([403, 'invalid_link'])
  }
})

test('an invite works on an open server, too, and one that does not is not passed over', async () => {
  const { browser, invite } = await start('open')
  const answer = await browser().ask('POST', '/accounts', { ...ann, invite: await invite() })
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { plan: 'Starter' }])
  const wrong = await browser().ask('POST', '/accounts', { ...ann, email: 'eve@example.com', invite: 'guessed' })
  expect([wrong.status, code(wrong)]).toEqual([403, 'invalid_link'])
})

test('a network has ten attempts in 15 minutes, so that addresses cannot be probed', async () => {
  const { browser, clock } = await start('open')
  await browser('198.51.100.7').ask('POST', '/accounts', ann)
  for (let count = 0; count < 10; count++)
    expect(await browser().ask('POST', '/accounts', ann)).toMatchObject({ status: 409 })
  const refused = await browser().ask('POST', '/accounts', { ...ann, email: 'new@example.com' })
  expect([refused.status, code(refused)]).toEqual([429, 'rate_limited'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait > 0 && wait <= 900).toBe(true)
  expect(await browser('198.51.100.7').ask('POST', '/accounts', ann)).toMatchObject({ status: 409 })
  clock.advance(wait * 1_000)
  const heard = await browser().ask('POST', '/accounts', { ...ann, email: 'new@example.com' })
  expect(heard).toMatchObject({ status: 201 })
})

test('without mail a network makes three accounts a day, and more by invites', async () => {
  const { browser, invite, clock } = await start('open')
  const register = async (name: string, more: object = {}) =>
    (await browser().ask('POST', '/accounts', { ...ann, email: `${name}@example.com`, ...more })).status
  const statuses = []
  for (const name of ['a', 'b', 'c', 'd']) statuses.push(await register(name))
  expect(statuses).toEqual([201, 201, 201, 429])
  expect(await register('e', { invite: await invite() })).toBe(201)
  clock.advance(86_400_000)
  expect(await register('d')).toBe(201)
})

test('an account has an address that mail can reach', async () => {
  const { browser } = await start('open')
  for (const email of [
    'a@..',
    'a@-',
    'a@localhost',
    'a@x',
    'a@-x.com',
    'a@x-.com',
    'a@x..com',
    '.a@x.com',
    'a@1.2.3.4',
  ]) {
    const { status, text } = await browser().ask('POST', '/accounts', { ...ann, email })
    expect([email, status, JSON.parse(text)]).toMatchObject([email, 400, { detail: { param: 'email' } }])
  }
})

test('the commonest passwords and the own address are refused in a sentence', async () => {
  const { browser } = await start('open')
  for (const password of ['password12', '1234567890', 'aaaaaaaaaa', 'ann@example.com']) {
    const answer = await browser().ask('POST', '/accounts', { ...ann, password })
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      400,
      { detail: { code: 'common_password', param: 'password', message: expect.stringContaining('guessers') } },
    ])
  }
})
