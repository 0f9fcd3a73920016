import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyList, NewAdmin } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../base/log/log.js'
import { makeFolder } from '../../testing/make-folder.js'
import { createBrowser, tokenOf } from '../../testing/people.js'
import { startServer, type TestServerOptions } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const start = async (options: Pick<TestServerOptions, 'dataDir' | 'settings'> = {}) => {
  const logged: string[] = []
  const log = createLog('info', (line) => void logged.push(line))
  const running = await startServer({ ...options, historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], log })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const browser = () => createBrowser(asker, running.url)
  const setUp = (token: string, email = 'ann@example.com', page = browser()) =>
    page.ask('POST', '/setup', { token, email, password: 'a long password' })
  const newToken = async () => tokenOf(await running.server.operator.setupLink())
  return { ...running, browser, setUp, newToken, logged, file: join(running.config.DATA_DIR, 'setup-link') }
}

test('the first start writes how to become the admin to a file for its owner alone; the log names the file, not the link', async () => {
  const { url, setUp, logged, file } = await start()
  const link = readFileSync(file, 'utf8').trim()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(link).toMatch(new RegExp(`^${url}/setup#[\\w-]{43}$`))
  expect(logged.filter((line) => line.includes(tokenOf({ link })))).toEqual([])
  expect(logged.filter((line) => line.includes(file))).toHaveLength(1)
  expect((await setUp(tokenOf({ link }))).status).toBe(201)
  await expect.poll(() => existsSync(file), { timeout: 5_000 }).toBe(false)
})

test('the file goes when its link ends', async () => {
  const { file, clock } = await start()
  expect(existsSync(file)).toBe(true)
  clock.advance(15 * 60_000)
  await expect.poll(() => existsSync(file), { timeout: 5_000 }).toBe(false)
})

test('the link leads to where people find the server', async () => {
  const { file } = await start({ settings: { P2P_PUBLIC_URL: 'https://rates.example/usdt' } })
  expect(readFileSync(file, 'utf8')).toMatch(/^https:\/\/rates\.example\/usdt\/setup#/)
})

test('a server that has an admin announces nothing, and leaves no link behind', async () => {
  const dataDir = makeFolder()
  const first = await start({ dataDir })
  await first.setUp(await first.newToken())
  await first.stop()
  const { logged, file } = await start({ dataDir })
  expect([existsSync(file), logged.filter((line) => line.includes('/setup'))]).toEqual([false, []])
})

test('the user with the link becomes the admin with a first key, and is logged in', async () => {
  const { baseUrl, browser, setUp, newToken } = await start()
  const page = browser()
  const answer = await setUp(await newToken(), 'ann@example.com', page)
  expect(answer.status).toBe(201)
  expect(JSON.parse((await page.ask('GET', '/account')).text)).toMatchObject({
    email: 'ann@example.com',
    is_admin: true,
    plan: 'Business',
  })
  const { first_key } = JSON.parse(answer.text) as NewAdmin
  expect((await fetch(`${baseUrl}/me`, { headers: { 'X-API-Key': first_key.key } })).status).toBe(200)
  const { keys } = JSON.parse((await page.ask('GET', '/keys')).text) as KeyList
  expect(keys).toMatchObject([{ id: first_key.id, name: 'first', prefix: first_key.key.slice(0, 12) }])
})

test('a link works once: then there is an admin, and no further link', async () => {
  const { setUp, newToken, server } = await start()
  const token = await newToken()
  expect(await setUp(token)).toMatchObject({ status: 201 })
  expect(await setUp(token, 'eve@example.com')).toMatchObject({ status: 403 })
  await expect(server.operator.setupLink()).rejects.toThrow('an admin already')
})

test('of two who use it at once one becomes the admin', async () => {
  const { setUp, newToken } = await start()
  const token = await newToken()
  const answers = await Promise.all(['ann', 'eve'].map((name) => setUp(token, `${name}@example.com`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
})

test('a link is good for 15 minutes, and until there is a newer one', async () => {
  const { setUp, newToken, clock } = await start()
  const [older, newer] = [await newToken(), await newToken()]
  expect(await setUp(older)).toMatchObject({ status: 403 })
  expect(await setUp('guessed')).toMatchObject({ status: 403 })
  clock.advance(15 * 60_000)
  expect(await setUp(newer)).toMatchObject({ status: 403 })
  expect(await setUp(await newToken())).toMatchObject({ status: 201 })
})
