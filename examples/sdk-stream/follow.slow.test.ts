import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('follow.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(() => server.stop())

function start(apiKey: string): ChildProcess {
  const env = { ...process.env, P2P_BASE_URL: server.url, P2P_API_KEY: apiKey }
  const child = spawn(process.execPath, ['--import', 'tsx', program], { cwd: root, env, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('shows known data at once and ends cleanly when interrupted', async () => {
  const child = start(server.keys.Pro)
  const [line] = await once(child.stdout ?? child, 'data')
  expect(String(line)).toMatch(/^20\S+Z {3}you buy at [\d.]+ \(\w+\), sell at [\d.]+\n$/)
  child.kill('SIGINT')
  const [[code], farewell] = await Promise.all([once(child, 'exit'), text(child.stderr as Readable)])
  expect(farewell).toBe('stopped\n')
  expect(code).toBe(0)
})

test('ends with the reason when the plan has no streams', async () => {
  const child = start(server.keys.Free)
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr as Readable)])
  expect(complaint).toMatch(/^plan_required: .+\n$/)
  expect(code).toBe(1)
})
