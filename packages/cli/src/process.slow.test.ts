import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lacks, needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayWidth } from './render/display-width.js'
import { buildWhenStale } from './testing/built.js'
import { directTo, makeHome } from './testing/run-p2p.js'
import { childRunnerIn, needsTerminal, shellRunnerIn, terminalRunnerIn } from './testing/start-p2p.js'

const { home, remove } = makeHome()
const p2p = childRunnerIn(home)
const inShell = shellRunnerIn(home)
const onTerminal = terminalRunnerIn(home)

let server: TestServer
let env: Record<string, string>
let direct: string[]

beforeAll(async () => {
  await buildWhenStale()
  server = await startServer({ historyDays: 1 })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  direct = directTo(server.simulator)
})
afterAll(async () => {
  await server.stop()
  remove()
})

const lines = (text: string): string[] => text.trimEnd().split('\n')

test('a key is read from stdin, relative paths begin at the current folder, and a failure sets the exit code', async () => {
  const login = await p2p(['login', '--server', server.url], { input: `${server.keys.Pro}\n` })
  expect(login).toMatchObject({ code: 0, out: expect.stringContaining('plan Pro') })
  const saved = await p2p(['export', '--last', '1h', '-e', 'best', '--out', 'prices.csv'])
  expect(saved).toMatchObject({ code: 0, out: expect.stringContaining(join(home, 'prices.csv')) })
  expect(existsSync(join(home, 'prices.csv'))).toBe(true)
  expect(await p2p(['usage', '--plan', '--key', 'p2p_x'])).toMatchObject({ code: 4, out: '' })
  await p2p(['logout'])
})

test('--debug tells where a failure comes from', async () => {
  const { code, err } = await p2p(['rates', '--server', 'http://127.0.0.1:1', '--debug'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/\n {4}at /) })
})

test('stream | head -n 1 ends when the pipe closes, not at the next price', needs('bash', 'head'), async () => {
  const { code, out, err } = await inShell('set -o pipefail; p2p watch --json --fiat EUR | head -n 1', { env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({ fiat: 'EUR' })
})

test('readers who leave early, or never read, cause no complaint', needs('bash', 'head'), async () => {
  for (const line of [
    '{ p2p payment-methods --ndjson; echo "ended $?" >&2; } | head -n 1',
    '{ p2p --help; echo "ended $?" >&2; } | exec true',
    '{ p2p help exit-codes; echo "ended $?" >&2; } | exec true',
  ])
    expect.soft((await inShell(line, { env })).err, line).toBe('ended 0\n')
})

const isFull = existsSync('/dev/full')
test('a full disk is one sentence', isFull ? needs('bash') : lacks('/dev/full'), async () => {
  for (const words of ['--help', 'payment-methods'])
    expect
      .soft(await inShell(`p2p ${words} > /dev/full`, { env }))
      .toEqual({ code: 1, out: '', err: 'p2p: The output cannot be written (ENOSPC).\n' })
})

test('the exchanges are asked with a spinner, which leaves nothing behind', needsTerminal(), async () => {
  const { raw, text } = await onTerminal(['rates', ...direct])
  expect(raw).toContain('reading the exchanges')
  expect(lines(text).at(-1)).toMatch(/\.$/)
  expect(text).toMatch(/before fees\.\n {2}Confidence/)
})

test('export shows how far it is', needsTerminal(), async () => {
  const { raw } = await onTerminal(['export', '--last', '2h', '--out', join(home, 'two.csv')], { env })
  expect(raw).toMatch(/█+.*░.*4\/\d+ okx/s)
  expect(raw).toContain('prices in')
})

test('a table and an error fit the window', needsTerminal(), async () => {
  const shown = await onTerminal(['orderbook', '-e', 'okx', '--why'], { env, columns: 50 })
  expect(shown).toMatchObject({ code: 0, raw: expect.stringContaining('\x1b[') })
  const failed = await onTerminal(['rates', '--server', 'http://127.0.0.1:1'], { columns: 50 })
  expect(failed.code).toBe(1)
  expect([...lines(shown.text), ...lines(failed.text)].filter((line) => displayWidth(line) > 50)).toEqual([])
  expect(lines(failed.text).filter((line) => !line.startsWith('     '))).toEqual([expect.stringMatching(/^p2p: /)])
})

test('the program needs no other file', async () => {
  const alone = join(home, 'alone')
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(new URL(`../${part}`, import.meta.url), join(alone, part), { recursive: true })
  const run = promisify(execFile)
  const here = (words: readonly string[]) => run(process.execPath, ['bin/p2p.mjs', ...words], { cwd: alone, env })
  await expect(here(['demo'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('needs @p2p-rates/server and @p2p-rates/simulator of the same version'),
  })
  expect((await here(['rates', ...direct])).stdout).toMatch(/^binance\t/)
  expect((await here(['history', '--table'])).stdout).toMatch(/[┤┼]/)
  await here(['export', '--last', '1h', '-e', 'best', '--format', 'parquet', '--out', 'prices.parquet'])
  expect(readFileSync(join(alone, 'prices.parquet'), 'latin1')).toMatch(/^PAR1/)
})
