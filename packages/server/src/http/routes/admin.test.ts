import type { AdminAccount, AdminAccountList, AdminPlanList, AdminSources, ResetLink } from '@p2p-rates/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, makePerson, tokenOf } from '../../testing/people.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
let admin: ReturnType<typeof createBrowser>
let adminId: string
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx', 'bybit'] })
  asker = createTestClient(running.url)
  admin = browser()
  const person = await makePerson(running.config.DATA_DIR, { isAdmin: true })
  adminId = person.accountId
  await admin.logIn(person)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

const browser = () => createBrowser(asker, running.url)
const somebody = async (who: Parameters<typeof makePerson>[1] = {}) => {
  const person = await makePerson(running.config.DATA_DIR, who)
  const page = browser()
  await page.logIn(person)
  return { ...person, page }
}
const read = async <Body>(path: string) => JSON.parse((await admin.ask('GET', `/admin${path}`)).text) as Body
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code

test('only an admin gets in, whatever the plan', async () => {
  const { page, accountId } = await somebody({ plan: 'Business' })
  for (const [method, path] of [
    ['GET', '/admin/accounts'],
    ['PATCH', `/admin/accounts/${accountId}`],
    ['DELETE', `/admin/accounts/${adminId}`],
    ['POST', `/admin/accounts/${adminId}/reset-link`],
    ['GET', '/admin/plans'],
    ['GET', '/admin/sources'],
    ['POST', '/admin/invites'],
  ] as const) {
    const answer = await page.ask(method, path, method === 'PATCH' ? { plan: 'Pro' } : undefined)
    expect([method, path, answer.status, code(answer)]).toEqual([method, path, 403, 'admin_required'])
  }
})

describe('accounts', () => {
  test('are listed with keys, use and when they were seen', async () => {
    const { accountId, email, page } = await somebody()
    const { key } = JSON.parse((await page.ask('POST', '/keys', { name: 'desk' })).text) as { key: string }
    await fetch(`${running.baseUrl}/rates`, { headers: { 'X-API-Key': key } })
    const bot = await running.server.operator.createAccount('Бот "One"', 'Pro')
    const find = async (q: string) => (await read<AdminAccountList>(`/accounts?q=${encodeURIComponent(q)}`)).accounts
    await expect.poll(async () => (await find(email.toUpperCase()))[0]?.used_this_month).toBe(1)
    expect(await find(email)).toMatchObject([
      { id: accountId, email, is_admin: false, plan: 'Free', live_keys: 1, last_seen_at: expect.any(String) },
    ])
    expect(await find('БОТ')).toEqual([
      {
        id: bot.id,
        name: 'Бот "One"',
        email: null,
        is_admin: false,
        plan: 'Pro',
        created_at: new Date(bot.createdAtMs).toISOString(),
        live_keys: 0,
        used_this_month: 0,
        last_seen_at: null,
      },
    ])
  })

  test('come page by page, each once', async () => {
    for (let count = 0; count < 7; count++) await running.server.operator.createAccount(`page ${count}`, 'Free')
    const all = (await read<AdminAccountList>('/accounts?limit=100')).accounts.map(({ id }) => id)
    const seen: string[] = []
    for (let after = ''; ; ) {
      const { accounts, next } = await read<AdminAccountList>(`/accounts?limit=3${after}`)
      seen.push(...accounts.map(({ id }) => id))
      if (next === null) break
      after = `&after=${next}`
    }
    expect(seen).toEqual(all)
    expect(new Set(seen).size).toBe(seen.length)
    expect((await admin.ask('GET', '/admin/accounts?limit=101')).headers.get('x-clamped')).toBe('limit')
  })

  test('get another plan with the next request of their keys and sessions', async () => {
    const { accountId, page } = await somebody()
    const { key } = JSON.parse((await page.ask('POST', '/keys', { name: 'desk' })).text) as { key: string }
    const planOf = async () =>
      (await fetch(`${running.baseUrl}/me`, { headers: { 'X-API-Key': key } })).headers.get('x-plan')
    expect(await planOf()).toBe('Free')
    const answer = await admin.ask('PATCH', `/admin/accounts/${accountId}`, { plan: 'Pro' })
    expect([answer.status, JSON.parse(answer.text) as AdminAccount]).toMatchObject([
      200,
      { id: accountId, plan: 'Pro', live_keys: 1 },
    ])
    expect(await planOf()).toBe('Pro')
    expect(JSON.parse((await page.ask('GET', '/account')).text)).toMatchObject({ plan: 'Pro' })
    expect(await admin.ask('PATCH', `/admin/accounts/${accountId}`, { plan: 'Gold' })).toMatchObject({ status: 400 })
  })

  test('are deleted, but the only admin is not', async () => {
    const { accountId, page } = await somebody()
    expect(await admin.ask('DELETE', `/admin/accounts/${accountId}`)).toMatchObject({ status: 204 })
    expect(await page.ask('GET', '/account')).toMatchObject({ status: 401 })
    expect(await admin.ask('DELETE', `/admin/accounts/${accountId}`)).toMatchObject({ status: 404 })
    const refused = await admin.ask('DELETE', `/admin/accounts/${adminId}`)
    expect([refused.status, code(refused)]).toEqual([409, 'last_admin'])
  })

  test('get a link for a new password, if they have a log-in', async () => {
    const { accountId, email } = await somebody()
    const answer = await admin.ask('POST', `/admin/accounts/${accountId}/reset-link`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const made = JSON.parse(answer.text) as ResetLink
    expect(made.link.startsWith(`${running.url}/reset#`)).toBe(true)
    const body = { token: tokenOf(made), new_password: 'a new and long one' }
    expect(await browser().ask('POST', '/password-resets', body)).toMatchObject({ status: 204 })
    expect(await browser().logIn({ email, password: 'a new and long one' })).toMatchObject({ status: 201 })
    const bot = await running.server.operator.createAccount('bot', 'Free')
    expect(await admin.ask('POST', `/admin/accounts/${bot.id}/reset-link`)).toMatchObject({ status: 404 })
  })
})

test('plans are returned as the operator has set them', async () => {
  const { plans } = await read<AdminPlanList>('/plans')
  expect(plans.map(({ name }) => name)).toEqual(['Free', 'Starter', 'Pro', 'Business'])
  expect(plans[0]).toMatchObject({ monthly_quota: running.config.PLANS.Free.monthlyQuota, features: expect.any(Array) })
})

test('sources are returned with the cause of each pause', async () => {
  const { exchanges, sources } = await read<AdminSources>('/sources')
  expect(exchanges).toMatchObject([
    { exchange: 'okx', state: 'asked', times: 0, next_attempt_at: null },
    { exchange: 'bybit', state: 'asked', times: 0, next_attempt_at: null },
  ])
  expect(sources.map(({ exchange, fiat }) => `${exchange} ${fiat}`)).toEqual(['okx UAH', 'bybit UAH'])
})
