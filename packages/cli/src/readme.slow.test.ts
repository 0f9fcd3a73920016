import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenStale } from './testing/built.js'
import { needsShell, printedCommands } from './testing/printed-commands.js'
import { makeHome } from './testing/run-p2p.js'
import { shellRunnerIn } from './testing/start-p2p.js'

const { home, remove } = makeHome()
const inShell = shellRunnerIn(home)
let server: TestServer

beforeAll(async () => {
  await buildWhenStale()
  server = await startServer({ historyDays: 0 })
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
