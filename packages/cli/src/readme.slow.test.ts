import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examples } from './commands/examples.js'
import { exitCodes } from './failure.js'
import { buildWhenStale, p2pProgram } from './testing/built.js'
import { environmentOf, makeHome } from './testing/run-p2p.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const commands = [...readme.matchAll(/^```sh\n(.+?)^```/gms)].flatMap(([, block = '']) =>
  block.split('\n').flatMap((line) => line.split('#')[0]?.trim() || []),
)

const { home, remove } = makeHome()
const bin = join(home, 'bin')
let server: TestServer
let direct: string

beforeAll(async () => {
  await buildWhenStale()
  mkdirSync(bin)
  symlinkSync(p2pProgram, join(bin, 'p2p'))
  server = await startServer()
  direct = Object.entries(server.simulator.baseUrls)
    .map(([id, url]) => `--exchange-url ${id}=${url}`)
    .join(' ')
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function run(command: string): Promise<{ code: number; out: string }> {
  const env = environmentOf(home, {
    PATH: `${bin}:${process.env.PATH}`,
    P2P_BASE_URL: server.url,
    P2P_API_KEY: server.keys.Pro,
  })
  // Exchanges are not to be reached from a test.
  const line = command.includes('doctor') ? `${command} ${direct}` : command
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], { cwd: home, env })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  const [code] = await once(child, 'close')
  return { code, out }
}

/** Those that go on until they are stopped, answer nobody here, or want an archive that is not here. */
const lasting =
  /^p2p (watch|stream|login|webhooks create|listen|trigger|mcp|serve$|replay|judge|agent|config use|inboxes add|boards add|doctor.*proxy)|bashrc|^export /
const shown = Object.values(examples)
  .flat()
  .filter((line) => !lasting.test(line) && !commands.includes(line))

test('there are commands to try', () => {
  expect(commands.length).toBeGreaterThan(20)
})

test.concurrent.each([...commands, ...shown])('%s', async (command) => {
  const { code, out } = await run(command)
  expect(code).toBe(0)
  if (!/arbitrage|usage|webhooks list|inboxes list|rules list|boards list|config (list|set)|>/.test(command))
    expect(out).not.toBe('')
})

test('the exit codes are those of the program', () => {
  for (const { code, means } of Object.values(exitCodes)) expect(readme).toContain(`| ${code} | ${means} |`)
})
