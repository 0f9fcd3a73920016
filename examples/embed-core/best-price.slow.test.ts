import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exchangeIds } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('best-price.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** As a reader would start it, in a process of its own. */
async function run({ secure = false } = {}) {
  const simulator = await startSimulator({ seed: 7, now: () => Date.UTC(2026, 0, 15, 12), secure })
  onTestFinished(() => simulator.close())
  const args = (ids: readonly string[]) => ids.map((id) => `${id}=${simulator.baseUrls[id]}`)
  const start = (env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args(exchangeIds)], {
      cwd: root,
      env: { ...process.env, ...env },
      timeout: 50_000,
    })
  return { simulator, start }
}

test('prints trusted prices of every exchange and a quote that adds up', async () => {
  const { start } = await run()
  const { stdout, stderr } = await start()
  expect(stderr).toBe('')
  for (const id of exchangeIds) expect(stdout).toMatch(new RegExp(`^${id}: you buy USDT at \\d`, 'm'))
  const [fiat = 0, usdt = 0] = /^(\S+) UAH buy you (\S+) USDT:$/m.exec(stdout)?.slice(1).map(Number) ?? []
  const fills = [...stdout.matchAll(/^ {2}(\S+) UAH on \w+ at (\S+) give (\S+) USDT$/gm)].map((fill) =>
    fill.slice(1).map(Number),
  )
  expect(fiat).toBeCloseTo(10_000, 2)
  expect(fills.reduce((sum, fill) => sum + (fill[0] ?? 0), 0)).toBeCloseTo(fiat, 1)
  expect(fills.reduce((sum, fill) => sum + (fill[2] ?? 0), 0)).toBeCloseTo(usdt, 1)
})

test('goes on without an exchange that is down, and names it', async () => {
  const { simulator, start } = await run()
  await simulator.closePort('bybit')
  const { stdout, stderr } = await start()
  expect(stderr).toContain('bybit BUY: The connection to the exchange failed')
  expect(stdout).toMatch(/^binance: /m)
  expect(stdout).not.toContain('bybit')
})

test('speaks TLS with exchanges that prove their identity, and with no others', async () => {
  const { simulator, start } = await run({ secure: true })
  const untrusted = await start()
  expect(untrusted.stderr.match(/could not prove its identity/g)).toHaveLength(exchangeIds.length * 2)
  expect(untrusted.stdout).not.toContain('you buy USDT')

  const folder = mkdtempSync(join(tmpdir(), 'p2p-rates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, simulator.certificate ?? '')
  const trusted = await start({ NODE_EXTRA_CA_CERTS: authority })
  expect(trusted.stderr).toBe('')
  expect(trusted.stdout).toContain('binance: you buy USDT at')
})

test('is shorter than 30 lines', () => {
  expect(readFileSync(program, 'utf8').trimEnd().split('\n').length).toBeLessThan(30)
})
