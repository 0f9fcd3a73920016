import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exchangeIds } from '@p2p-rates/core'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('rates.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
let server: TestServer
beforeAll(async () => {
  server = await startServer({ historyDays: 0 })
})
afterAll(() => server.stop())

/** As a reader would start it, in a process of its own. */
const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env: { ...process.env, P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Starter, ...env },
  })

test('prints the prices of every exchange and a deal that adds up', async () => {
  const { stdout, stderr } = await start({}, 'eur')
  for (const id of exchangeIds)
    expect(stdout).toMatch(new RegExp(`^${id} +you buy at [\\d.]+, you sell at [\\d.]+$`, 'm'))
  const fills = [...stdout.matchAll(/^ {2}([\d.]+) USDT from \w+ at [\d.]+$/gm)].map(([, usdt]) => Number(usdt))
  expect(fills.reduce((sum, usdt) => sum + usdt, 0)).toBeCloseTo(500, 2)
  expect(stderr).toMatch(/^\d+ requests left this month$/m)
})

test('reports the problem in one line, and fails', async () => {
  await expect(start({ P2P_API_KEY: 'p2p_unknown' })).rejects.toMatchObject({ code: 1, stderr: /^invalid_key: .+\n$/ })
  await expect(start({}, 'XXX')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('unsupported_fiat') })
  await expect(start({ P2P_API_KEY: '' })).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('usage') })
})
