import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeKey } from '../accounts/tokens.js'
import { createKey, startServer, type TestServer } from '../testing/start-server.js'
import { createTestClient, type TestClient } from '../testing/test-client.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH'], settings: { P2P_HAMMERING_PAUSE_MS: '1' } })
  asker = createTestClient(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})
beforeEach(() => running.clock.advance(120_000))

const ask = async (key: string | null, path = '/api/v1/me') => {
  const { status, headers } = await asker.ask({ path, headers: key === null ? [] : [['X-API-Key', key]] })
  return { status, hangsUp: headers.get('connection') === 'close' }
}
const askOften = async (times: number, one: () => ReturnType<typeof ask>) => {
  const answers = []
  for (let count = 0; count < times; count++) answers.push(await one())
  return answers
}

test.each([
  ['wrong keys', () => ask(makeKey()), [401, 429]],
  ['no key at all', () => ask(null), [401]],
  ['what is not there', () => ask(null, '/api/v1/nothing'), [404]],
] as const)('a flood of %s is answered late and on connections that end', async (_, one, statuses) => {
  // Send more than the bound of 300, because the counter drains while the requests run.
  const answers = await askOften(450, one)
  expect(answers.slice(0, 300).some(({ hangsUp }) => hangsUp)).toBe(false)
  expect(answers.slice(-5).every(({ hangsUp }) => hangsUp)).toBe(true)
  expect([...new Set(answers.map(({ status }) => status))]).toEqual(statuses)
})

test('neighbours with a good key are not touched, known or new', async () => {
  const unseen = await createKey(running.server, 'Pro')
  await askOften(450, () => ask(makeKey()))
  for (const key of [running.keys.Pro, unseen]) expect(await ask(key)).toEqual({ status: 200, hangsUp: false })
})

test('an account that goes on beyond its minute is slowed, by itself and only where it is refused', async () => {
  const key = await createKey(running.server, 'Free')
  const answers = await askOften(160, () => ask(key))
  expect(answers.slice(0, 10).every(({ status }) => status === 200)).toBe(true)
  expect(answers.slice(10, 110).every(({ status, hangsUp }) => status === 429 && !hangsUp)).toBe(true)
  expect(answers.slice(-5).every(({ status, hangsUp }) => status === 429 && hangsUp)).toBe(true)
  expect(await ask(running.keys.Free)).toEqual({ status: 200, hangsUp: false })
  running.clock.advance(60_000)
  expect(await ask(key)).toEqual({ status: 200, hangsUp: false })
})
