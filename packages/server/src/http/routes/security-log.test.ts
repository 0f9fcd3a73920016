import type { CreatedInvite, CreatedKey } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../base/log/log.js'
import { makeFolder } from '../../testing/make-folder.js'
import { createBrowser, makePerson, tokenOf } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const open = async () => {
  const lines: string[] = []
  const running = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx'],
    settings: { P2P_REGISTRATION: 'invite' },
    log: createLog('info', (line) => lines.push(line)),
  })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const events = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== undefined)
      .map(({ level: _, time: __, message: ___, ...fields }) => fields)
  return { running, lines, events, browser: () => createBrowser(asker, running.url) }
}

test('each log-in, failure and account change is one line, without addresses and secrets', async () => {
  const { running, lines, events, browser } = await open()
  const dataDir = running.config.DATA_DIR
  const [ann, admin] = [await makePerson(dataDir), await makePerson(dataDir, { isAdmin: true })]
  const [page, desk] = [browser(), browser()]
  const before = events().length

  for (const password of ['a wrong password', 'another wrong one']) await page.logIn({ ...ann, password })
  await page.logIn({ email: 'nobody@example.com', password: 'a wrong password' })
  await page.logIn(ann)
  const { id, key } = JSON.parse((await page.ask('POST', '/keys', { name: 'desk' })).text) as CreatedKey
  await page.ask('DELETE', `/keys/${id}`)
  await page.ask('PATCH', '/account', { current_password: 'not the one', new_password: 'a new and long one' })
  await page.ask('PATCH', '/account', { current_password: ann.password, new_password: 'a new and long one' })
  await page.ask('DELETE', '/sessions/others')
  await page.ask('DELETE', '/sessions/current')
  await desk.logIn(admin)
  await desk.ask('PATCH', `/admin/accounts/${ann.accountId}`, { plan: 'Pro' })
  await desk.ask('DELETE', `/admin/accounts/${ann.accountId}/sessions`)
  const link = JSON.parse((await desk.ask('POST', `/admin/accounts/${ann.accountId}/reset-link`)).text)
  await browser().ask('POST', '/password-resets', { token: tokenOf(link), new_password: 'yet another long one' })
  const invite = JSON.parse(
    (await desk.ask('POST', '/admin/invites', { plan: 'Free', valid_days: 7 })).text,
  ) as CreatedInvite
  await desk.ask('DELETE', `/admin/invites/${invite.id}`)
  await desk.ask('DELETE', `/admin/accounts/${ann.accountId}`)

  const network = '127.0.0.1'
  const own = { account_id: ann.accountId, network }
  const ofAdmin = { account_id: ann.accountId, by: admin.accountId, network }
  expect(events().slice(before)).toEqual([
    { event: 'log_in_failed', ...own },
    { event: 'log_in_failed', ...own },
    { event: 'log_in_failed', network },
    { event: 'log_in', ...own },
    { event: 'key_made', ...own, key_id: id },
    { event: 'key_revoked', ...own, key_id: id },
    { event: 'password_not_confirmed', ...own },
    { event: 'password_changed', ...own },
    { event: 'sessions_ended', ...own },
    { event: 'log_out', ...own },
    { event: 'log_in', account_id: admin.accountId, network },
    { event: 'plan_changed', ...ofAdmin, plan: 'Pro' },
    { event: 'sessions_ended', ...ofAdmin },
    { event: 'reset_link_made', ...ofAdmin },
    { event: 'password_reset', ...own },
    { event: 'access_ended', ...own },
    { event: 'invite_made', by: admin.accountId, network, invite_id: invite.id, plan: 'Free' },
    { event: 'invite_deleted', by: admin.accountId, network, invite_id: invite.id },
    { event: 'account_deleted', ...ofAdmin },
  ])
  const log = lines.join('')
  for (const secret of ['@example.com', ann.password, 'long one', key, tokenOf(link), tokenOf(invite)])
    expect(log).not.toContain(secret)
})

test('a lock is one line, and what the operator does is one line each', async () => {
  const { running, events, browser } = await open()
  const ann = await makePerson(running.config.DATA_DIR)
  for (let guess = 0; guess < 9; guess += 1) await browser().logIn({ ...ann, password: 'a wrong password' })
  const locked = () => events().filter(({ event }) => event === 'log_in_locked')
  await expect.poll(locked).toEqual([{ event: 'log_in_locked', account_id: ann.accountId, network: '127.0.0.1' }])

  const before = events().length
  const { operator } = running.server
  const account = await operator.createAccount('A desk', 'Pro')
  const { record } = await operator.createKey(account.id, null)
  await operator.revokeKey(record.id)
  await operator.setPlan(account.id, 'Free')
  await operator.deleteAccount(account.id)
  await operator.resetLink(ann.email)
  const by = { by: 'operator' }
  expect(events().slice(before)).toEqual([
    { event: 'account_made', account_id: account.id, plan: 'Pro', ...by },
    { event: 'key_made', account_id: account.id, key_id: record.id, ...by },
    { event: 'key_revoked', account_id: account.id, key_id: record.id, ...by },
    { event: 'plan_changed', account_id: account.id, plan: 'Free', ...by },
    { event: 'account_deleted', account_id: account.id, ...by },
    { event: 'reset_link_made', account_id: ann.accountId, ...by },
  ])
})

test('a network that logged in before a restart is not locked out by guesses from elsewhere', async () => {
  const options = {
    historyDays: 0,
    fiats: ['UAH'] as const,
    exchanges: ['okx'] as const,
    settings: { P2P_PROXY_HOPS: '1' },
    dataDir: makeFolder(),
  }
  const first = await startServer(options)
  const ann = await makePerson(options.dataDir)
  const near = createTestClient(first.url)
  expect((await createBrowser(near, first.url, '203.0.113.7').logIn(ann)).status).toBe(201)
  near.close()
  await first.stop()
  const again = await startServer(options)
  const asker = createTestClient(again.url)
  onTestFinished(async () => {
    asker.close()
    await again.stop()
  })
  const from = (address: string) => createBrowser(asker, again.url, address)
  for (let guess = 0; guess < 50; guess += 1)
    await from(`198.51.${guess}.7`).logIn({ ...ann, password: 'a wrong password' })
  expect((await from('192.0.2.9').logIn(ann)).status).toBe(429)
  expect((await from('203.0.113.7').logIn(ann)).status).toBe(201)
})
