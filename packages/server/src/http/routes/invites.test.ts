import type { CreatedInvite, InviteList } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createBrowser, makePerson, tokenOf } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const dayMs = 86_400_000

const start = async (settings: Readonly<Record<string, string>> = { P2P_REGISTRATION: 'invite' }) => {
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], settings })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const { origin } = new URL(settings.P2P_PUBLIC_URL ?? running.url)
  const admin = createBrowser(asker, origin)
  await admin.logIn(await makePerson(running.config.DATA_DIR, { isAdmin: true }))
  return {
    ...running,
    admin,
    invite: async (wish?: object) =>
      JSON.parse((await admin.ask('POST', '/admin/invites', wish)).text) as CreatedInvite,
    list: async () => (JSON.parse((await admin.ask('GET', '/admin/invites')).text) as InviteList).invites,
    join: (invite: { readonly link: string }, email = 'ann@example.com') =>
      createBrowser(asker, origin).ask('POST', '/accounts', {
        email,
        password: 'a long password',
        invite: tokenOf(invite),
      }),
  }
}

test('an admin makes a link by which one person joins, on the plan that it names', async () => {
  const { url, invite, join, list } = await start()
  const made = await invite({ plan: 'Pro', note: ' Ann ' })
  expect(made.link).toMatch(new RegExp(`^${url}/join#[\\w-]{43}$`))
  expect(made).toMatchObject({ plan: 'Pro', note: 'Ann', used_at: null })
  expect([(await join(made)).text, (await join(made, 'eve@example.com')).status]).toEqual([
    expect.stringContaining('"plan":"Pro"'),
    403,
  ])
  expect(await list()).toMatchObject([{ id: made.id, used_at: expect.any(String) }])
})

test('an admin learns which setting allows invites', async () => {
  const { admin } = await start({})
  expect(await admin.ask('POST', '/admin/invites')).toMatchObject({
    status: 403,
    text: expect.stringContaining('Invites need P2P_REGISTRATION=invite or open.'),
  })
})

test('defaults are the Free plan, no note and seven days', async () => {
  const { invite, clock, join } = await start()
  const made = await invite()
  expect(made).toMatchObject({ plan: 'Free', note: null })
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7 * dayMs)
  clock.advance(7 * dayMs)
  expect(await join(made)).toMatchObject({ status: 403 })
})

test('links are shown once, and kept as digests alone', async () => {
  const { invite, list, config } = await start()
  const made = await invite()
  const kept = openSecondStore(config.DATA_DIR).database.prepare('SELECT * FROM invite').all()
  expect(JSON.stringify([kept, await list()])).not.toContain(tokenOf(made))
})

test('a revoked invite lets no user in', async () => {
  const { admin, invite, join, list } = await start()
  const [one, other] = [await invite(), await invite({ valid_days: 3 })]
  expect((await list()).map(({ id }) => id).sort()).toEqual([one.id, other.id].sort())
  expect(await admin.ask('DELETE', `/admin/invites/${one.id}`)).toMatchObject({ status: 204 })
  expect(await admin.ask('DELETE', `/admin/invites/${one.id}`)).toMatchObject({ status: 404 })
  expect([(await join(one)).status, (await join(other)).status]).toEqual([403, 201])
})

test('with closed registration no invite is made', async () => {
  const { admin } = await start({ P2P_REGISTRATION: 'closed' })
  const answer = await admin.ask('POST', '/admin/invites', {})
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('P2P_REGISTRATION')])
})

test('links lead to where people find the server', async () => {
  const { invite } = await start({ P2P_REGISTRATION: 'invite', P2P_PUBLIC_URL: 'https://rates.example/usdt' })
  expect((await invite()).link).toMatch(/^https:\/\/rates\.example\/usdt\/join#/)
})
