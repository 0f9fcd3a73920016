import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log/log.js'
import { createAsker } from '../testing/ask.js'
import { createBrowser } from '../testing/people.js'
import { startServer } from '../testing/start-server.js'

/** A server that nobody has set up. */
const start = async () => {
  const logged: string[] = []
  const log = createLog('info', (line) => void logged.push(line))
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], log })
  const asker = createAsker(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const browser = () => createBrowser(asker, running.url)
  const setUp = (token: string, email = 'ann@example.com', page = browser()) =>
    page.ask('POST', '/setup', { token, email, password: 'a long password' })
  const newToken = async () => (await running.server.operator.setupToken()).token
  return { ...running, browser, setUp, newToken, logged, file: join(running.config.DATA_DIR, 'setup-link') }
}

test('the first start says how to become the admin, once on the log and in a file for its owner alone', async () => {
  const { url, browser, setUp, logged, file } = await start()
  const link = readFileSync(file, 'utf8').trim()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(link).toMatch(new RegExp(`^${url}/setup#[\\w-]{43}$`))
  expect(logged.filter((line) => line.includes(link))).toHaveLength(1)
  const page = browser()
  expect((await setUp(link.split('#')[1] ?? '', 'ann@example.com', page)).status).toBe(201)
  expect(JSON.parse((await page.ask('GET', '/account')).text)).toMatchObject({
    email: 'ann@example.com',
    is_admin: true,
  })
})

test('a link works once: then there is an admin, and no further link', async () => {
  const { setUp, newToken, server } = await start()
  const token = await newToken()
  expect(await setUp(token)).toMatchObject({ status: 201 })
  expect(await setUp(token, 'eve@example.com')).toMatchObject({ status: 403 })
  await expect(server.operator.setupToken()).rejects.toThrow('an admin already')
})

test('of two who use it at once one becomes the admin', async () => {
  const { setUp, newToken } = await start()
  const token = await newToken()
  const answers = await Promise.all(['ann', 'eve'].map((name) => setUp(token, `${name}@example.com`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
})

test('a link is good for 15 minutes, and until there is a newer one', async () => {
  const { setUp, newToken, clock, file } = await start()
  expect(existsSync(file)).toBe(true)
  const [older, newer] = [await newToken(), await newToken()]
  expect(await setUp(older)).toMatchObject({ status: 403 })
  expect(await setUp('guessed')).toMatchObject({ status: 403 })
  clock.advance(15 * 60_000)
  expect(await setUp(newer)).toMatchObject({ status: 403 })
  expect(await setUp(await newToken())).toMatchObject({ status: 201 })
})
