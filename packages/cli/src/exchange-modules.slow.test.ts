import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { type Simulator, startSimulator } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenStale } from './testing/built.js'
import { makeHome } from './testing/run-p2p.js'
import { childRunnerIn } from './testing/start-p2p.js'

const example = fileURLToPath(new URL('../../../examples/exchange-plugin/', import.meta.url))
const file = `${example}bazaar.mjs`
const { home, remove } = makeHome()
const p2p = childRunnerIn(home)

let simulator: Simulator
let addresses: readonly string[]
const standIn = spawn(process.execPath, [`${example}fake-bazaar-server.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] })

beforeAll(async () => {
  await buildWhenStale()
  simulator = await startSimulator({ seed: 7, exchanges: exchangeIds })
  const [line] = await once(standIn.stdout, 'data')
  addresses = Object.entries({ ...simulator.baseUrls, bazaar: String(line).trim() }).flatMap(([id, url]) => [
    '--exchange-url',
    `${id}=${url}`,
  ])
})
afterAll(async () => {
  standIn.kill()
  await simulator.close()
  remove()
})

test('an exchange from a file is read like the built-in ones, under its own name', async () => {
  const named = ['--exchange-module', file, '--table', ...addresses]
  const { code, out } = await p2p(['orderbook', 'bazaar', 'UAH', '--all', ...named])
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/on Bazaar[\s\S]*Olena_trade/) })
  expect((await p2p(['doctor', 'UAH', ...named])).out).toMatch(/Bazaar +ok +23 ads for UAH/)
})

test('it may be named by the environment, and a relative path begins where the command was typed', async () => {
  const env = { P2P_EXCHANGE_MODULES: './bazaar.mjs' }
  const { code, out, err } = await p2p(['markets', '--json', ...addresses], { env, cwd: example })
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(JSON.parse(out).exchanges.at(-1)).toBe('bazaar')
})

test('completion offers it, whether the environment or the line names it', async () => {
  const typed = ['complete', '--', 'orderbook', '--exchange', 'b']
  const env = { P2P_EXCHANGE_MODULES: file }
  expect((await p2p(typed, { env })).out).toContain('bazaar\tBazaar\n')
  const named = ['complete', '--', '--exchange-module', file, 'orderbook', '--exchange', 'b']
  expect((await p2p(named)).out).toContain('bazaar\tBazaar\n')
  expect((await p2p(typed)).out).not.toContain('bazaar')
})

test('a file that exports none is wrong usage, and says why', async () => {
  const run = await p2p(['rates', '--exchange-module', './missing.mjs'])
  expect(run).toMatchObject({ code: 2, out: '' })
  expect(run.err).toContain('p2p: ./missing.mjs cannot be plugged in: there is no file')
  const twice = await p2p(['rates', '--exchange-module', file], { env: { P2P_EXCHANGE_MODULES: './missing.mjs' } })
  // An option wins over the environment.
  expect(twice.err).not.toContain('missing.mjs')
})

test('p2p serve runs the server with the words that follow, and hands it on', async () => {
  const env = { P2P_DATA_DIR: home }
  const { code, out } = await p2p(['--exchange-module', file, 'serve', 'config', 'check', '--all'], { env })
  expect(code).toBe(0)
  expect(out).toMatch(/^P2P_EXCHANGES .*,\s*bazaar$/m)
  expect(out).toContain(home)
})
