import { expect, onTestFinished, test } from 'vitest'
import { createAsker } from '../testing/ask.js'
import { createBrowser } from '../testing/people.js'
import { startServer } from '../testing/start-server.js'

/** A server that nobody has set up. */
const start = async () => {
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'] })
  const asker = createAsker(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const browser = () => createBrowser(asker, running.url)
  const setUp = (token: string, email = 'ann@example.com', page = browser()) =>
    page.ask('POST', '/setup', { token, email, password: 'a long password' })
  const newToken = async () => (await running.server.operator.setupToken()).token
  return { ...running, browser, setUp, newToken }
}

test('who has the link becomes the admin, and is logged in', async () => {
  const { browser, setUp, newToken } = await start()
  const page = browser()
  expect((await setUp(await newToken(), 'ann@example.com', page)).status).toBe(201)
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
  const { setUp, newToken, clock } = await start()
  const [older, newer] = [await newToken(), await newToken()]
  expect(await setUp(older)).toMatchObject({ status: 403 })
  expect(await setUp('guessed')).toMatchObject({ status: 403 })
  clock.advance(15 * 60_000)
  expect(await setUp(newer)).toMatchObject({ status: 403 })
  expect(await setUp(await newToken())).toMatchObject({ status: 201 })
})
