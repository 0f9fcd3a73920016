import { readFileSync } from 'node:fs'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from './cli-error.js'
import { buildWhenStale } from './testing/built.js'
import { needsShell, printedCommands, printsNothing } from './testing/printed-commands.js'
import { directTo, makeHome, runnerIn } from './testing/run-p2p.js'
import { shellRunnerIn } from './testing/start-p2p.js'
import { untilFixed } from './testing/until-fixed.js'

const { home, remove } = makeHome()
const inShell = shellRunnerIn(home)
const p2p = runnerIn(home)
let server: TestServer
let direct: string[]

beforeAll(async () => {
  await buildWhenStale()
  server = await startServer()
  direct = directTo(server.simulator)
  await untilFixed(p2p, server)
})
afterAll(async () => {
  await server.stop()
  remove()
})

for (const command of printedCommands().filter((line) => needsShell.test(line))) {
  const readers = [...command.matchAll(/ \| (\w+)/g)].flatMap(([, reader]) => reader ?? [])
  test(`${command} works as it is printed`, needs('bash', ...readers), async () => {
    const env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
    const { code, out } = await inShell(`set -o pipefail; ${command}`, { env })
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\S/) })
  })
}

const wordsOf = (command: string): string[] =>
  [...command.replace(/ > \S+$/, '').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word).slice(1)

test('commands of the README and of --help work as they are printed', async () => {
  const commands = printedCommands().filter((command) => !needsShell.test(command))
  expect(commands.length).toBeGreaterThan(60)
  const env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  for (const command of commands) {
    // Exchanges are not to be reached from a test.
    const words = [...wordsOf(command), ...(/^p2p (doctor|record)\b/.test(command) ? direct : [])]
    const { code, out, err } = await p2p(words, { env })
    expect.soft({ command, code, err }).toMatchObject({ command, code: 0 })
    if (!printsNothing.test(command)) expect.soft(out, command).not.toBe('')
  }
})

test('the exit codes are those of the program', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const { code, means } of Object.values(exitCodes)) expect(readme).toContain(`| ${code} | ${means} |`)
})
