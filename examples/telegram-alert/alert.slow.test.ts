import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('alert.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

let server: TestServer
let telegram: Receiver
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
  telegram = await startReceiver()
})
afterAll(() => Promise.all([server.stop(), telegram.close()]))

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env: {
      ...process.env,
      P2P_BASE_URL: server.url,
      P2P_API_KEY: server.keys.Pro,
      TELEGRAM_TOKEN: '12345:abc',
      TELEGRAM_CHAT: '-100',
      TELEGRAM_URL: telegram.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('writes to the chat as the Bot API wants it when the price is low enough', async () => {
  const child = start(['UAH', '1000'])
  await once(child.stdout, 'data')
  child.kill()
  const [message] = telegram.deliveries
  expect(message).toMatchObject({ method: 'POST', path: '/bot12345:abc/sendMessage' })
  expect(JSON.parse(message?.body ?? '')).toEqual({
    chat_id: '-100',
    text: expect.stringMatching(/^You buy USDT at [\d.]+ UAH on \w+ \(seen .+Z\)\.$/),
  })
})

test('a chat that cannot be reached is no reason to end', async () => {
  const child = start(['UAH', '1000'], { TELEGRAM_URL: 'http://127.0.0.1:1' })
  const [said] = await once(child.stderr, 'data')
  expect(String(said)).toMatch(/^Telegram cannot be reached/)
  expect(child.exitCode).toBeNull()
  child.kill()
})

test('says how it is used when something is missing', async () => {
  const child = start(['UAH'], { TELEGRAM_TOKEN: '' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
})
