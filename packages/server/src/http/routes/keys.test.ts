import type { AccountKey, CreatedKey, KeyList } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const somebody = async () => {
  const person = await makePerson(running.config.DATA_DIR)
  const page = createBrowser(asker, running.url)
  await page.logIn(person)
  return {
    ...person,
    page,
    make: async (name = 'desk') => JSON.parse((await page.ask('POST', '/keys', { name })).text) as CreatedKey,
    list: async () => (JSON.parse((await page.ask('GET', '/keys')).text) as KeyList).keys,
    rename: (id: string, name: string) => page.ask('PATCH', `/keys/${id}`, { name }),
    revoke: (id: string) => page.ask('DELETE', `/keys/${id}`),
  }
}
const call = (key: string) => asker.ask({ path: '/api/v1/me', headers: [['X-API-Key', key]] })
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code

test('a new key works at once, and is shown in this answer and never again', async () => {
  const { page, list } = await somebody()
  const answer = await page.ask('POST', '/keys', { name: '  Біржа №1  ' })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const { key, ...rest } = JSON.parse(answer.text) as CreatedKey
  expect(rest).toMatchObject({ name: 'Біржа №1', prefix: key.slice(0, 12), last_used_at: null, revoked_at: null })
  expect(await call(key)).toMatchObject({ status: 200 })
  expect(await list()).toMatchObject([{ id: rest.id, name: 'Біржа №1' }])
  const { database } = openSecondStore(running.config.DATA_DIR)
  const kept = JSON.stringify([database.prepare('SELECT * FROM api_key').all(), await list()])
  expect(kept).not.toContain(key.slice(12))
})

test('keys are returned oldest first, with the minute of their last use', async () => {
  const { make, list } = await somebody()
  const [first, second] = [await make('first'), await make('second')]
  running.clock.advance(90_000)
  await call(second.key)
  const usedAtMs = running.clock.wallMs()
  await expect.poll(async () => (await list()).map(({ last_used_at }) => last_used_at)).not.toEqual([null, null])
  const [one, other] = await list()
  expect([one?.id, other?.id, one?.last_used_at]).toEqual([first.id, second.id, null])
  const told = Date.parse(other?.last_used_at ?? '')
  expect(told % 60_000).toBe(0)
  expect(usedAtMs - told).toBeLessThan(120_000)
})

describe('an account has at most five live keys', () => {
  test('and gets that error; a revoked one makes room', async () => {
    const { page, make, list, revoke } = await somebody()
    for (let count = 0; count < 5; count++) await make()
    const refused = await page.ask('POST', '/keys', { name: 'one more' })
    expect([refused.status, code(refused)]).toEqual([409, 'key_limit'])
    await revoke((await list())[0]?.id ?? '')
    expect(await page.ask('POST', '/keys', { name: 'one more' })).toMatchObject({ status: 201 })
  })

  test('also when more are made at once', async () => {
    const { page, list } = await somebody()
    const answers = await Promise.all(Array.from({ length: 12 }, () => page.ask('POST', '/keys', { name: 'race' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await list()).toHaveLength(5)
  })
})

describe('a revoked key', () => {
  test('is refused with the next request, stays listed for 30 days, and is forgotten then', async () => {
    const { make, list, revoke, rename } = await somebody()
    const { id, key } = await make()
    expect(await revoke(id)).toMatchObject({ status: 204, text: '' })
    expect(await call(key)).toMatchObject({ status: 401 })
    const [listed] = await list()
    expect(listed?.revoked_at).not.toBeNull()
    expect(await revoke(id)).toMatchObject({ status: 204 })
    expect((await list())[0]?.revoked_at).toBe(listed?.revoked_at)
    running.clock.advance(30 * 86_400_000 - 60_000)
    expect(await list()).toHaveLength(1)
    running.clock.advance(60_000)
    expect(await list()).toEqual([])
    expect(await rename(id, 'late')).toMatchObject({ status: 404 })
  })

  test('closes its streams', async () => {
    const { accountId, make, revoke } = await somebody()
    await running.server.operator.setPlan(accountId, 'Pro')
    const { id, key } = await make()
    const opened = await fetch(`${running.baseUrl}/stream?fiat=UAH`, { headers: { 'X-API-Key': key } })
    const reader = opened.body?.getReader()
    await reader?.read()
    await revoke(id)
    while ((await reader?.read())?.done === false);
  })
})

test('a key is renamed and goes on working', async () => {
  const { make, list, rename } = await somebody()
  const { id, key } = await make('old')
  const answer = await rename(id, 'new')
  expect([answer.status, (JSON.parse(answer.text) as AccountKey).name]).toEqual([200, 'new'])
  expect(await list()).toMatchObject([{ id, name: 'new' }])
  expect(await call(key)).toMatchObject({ status: 200 })
})

test('a user cannot see, rename or revoke keys of another account', async () => {
  const [owner, other] = [await somebody(), await somebody()]
  const { id, key } = await owner.make('mine')
  expect(await other.list()).toEqual([])
  for (const answer of [await other.rename(id, 'theirs'), await other.revoke(id)])
    expect([answer.status, code(answer)]).toEqual([404, 'not_found'])
  expect(await owner.list()).toMatchObject([{ id, name: 'mine', revoked_at: null }])
  expect(await call(key)).toMatchObject({ status: 200 })
})

test('a name is short text of one line', () =>
  checkEach(['', '   ', 'x'.repeat(65), 'two\nlines', 'turned \u202e round', 'a\u0000b'], async (name) => {
    const { page } = await somebody()
    expect(await page.ask('POST', '/keys', { name })).toMatchObject({ status: 400 })
  }))
