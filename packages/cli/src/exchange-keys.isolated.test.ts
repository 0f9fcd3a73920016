import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { type Simulator, startSimulator } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { directTo, makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const file = join(home, 'keys.json')
const env = { P2P_EXCHANGE_KEYS_FILE: file }

let simulator: Simulator
let addresses: readonly string[]

beforeAll(async () => {
  simulator = await startSimulator({ seed: 7, exchanges: exchangeIds })
  addresses = directTo(simulator)
})
afterAll(async () => {
  await simulator.close()
  remove()
})

const write = (of = '', change: object = {}) => {
  const keys = [...simulator.keys].map(([id, key]) => [id, id === of ? { ...key, ...change } : key])
  writeFileSync(file, JSON.stringify(Object.fromEntries(keys)), { mode: 0o600 })
}

type Findings = { findings: { id?: string; wire?: string; state: string; says: string; advice: string | null }[] }
const examined = async (at = addresses) => {
  const { out, err } = await p2p(['doctor', 'UAH', '--json', ...at], { env })
  expect(out + err).not.toMatch(/(key|secret|phrase)-of-/)
  return (JSON.parse(out) as Findings).findings.filter(({ id }) => id !== undefined)
}

test('the doctor tells through which interface each exchange is read', async () => {
  write()
  const findings = await examined()
  expect(findings.map(({ id, wire, state }) => [id, wire, state])).toEqual(
    exchangeIds.map((id) => [id, simulator.keys.has(id) ? 'signed' : 'open', 'ok']),
  )
  for (const { id, says } of findings.filter((finding) => finding.wire === 'signed'))
    expect([id, says]).toEqual([id, expect.stringMatching(/trusted \(official API, with your key\)$/)])
  expect([...simulator.keys.keys()]).toEqual(['binance', 'bybit', 'bitget'])
})

test.each(['binance', 'bybit', 'bitget'])('the note names a key that %s refuses', async (id) => {
  write(id, { secret: 'secret-of-nobody' })
  const broken = (await examined()).filter(({ state }) => state === 'failed')
  expect(broken.map((finding) => finding.id)).toEqual([id])
  expect(broken).toMatchObject([
    { wire: 'signed', advice: expect.stringContaining('The key or this address is rejected') },
  ])
})

test('a key that may do more than read is described as such: the exchange has not refused it', async () => {
  const mighty = await startSimulator({ seed: 7, exchanges: exchangeIds, keysMayWrite: true })
  onTestFinished(() => mighty.close())
  write()
  const broken = (await examined(directTo(mighty))).filter(({ state }) => state === 'failed')
  expect(broken.map(({ id }) => id)).toEqual(['binance', 'bybit', 'bitget'])
  for (const { says, advice } of broken) {
    expect(says).toContain('may do more than read and is not used')
    expect(advice).toMatch(/can only read/)
    expect(advice).not.toMatch(/rejected|address|clock/)
  }
})

test('exchanges that are read only with a key join the table with one', async () => {
  const keyed = await startSimulator({ seed: 7, exchanges: [...exchangeIds, 'wallet', 'gate'] })
  onTestFinished(() => keyed.close())
  writeFileSync(file, JSON.stringify(Object.fromEntries(keyed.keys)), { mode: 0o600 })
  const at = directTo(keyed)
  const findings = await examined(at)
  expect(findings.map(({ id, wire, state }) => [id, wire, state])).toEqual(
    [...exchangeIds, 'wallet', 'gate'].map((id) => [id, keyed.keys.has(id) ? 'signed' : 'open', 'ok']),
  )
  const { out, code } = await p2p(['rates', 'UAH', '-e', 'wallet', ...at], { env })
  expect([code, out]).toEqual([0, expect.stringMatching(/^wallet\t/)])
})

test('a file that others may read is not taken', async () => {
  remove()
  const other = makeHome()
  const open = join(other.home, 'keys.json')
  writeFileSync(open, '{}', { mode: 0o644 })
  const run = await runnerIn(other.home)(['rates', '--direct'], { env: { P2P_EXCHANGE_KEYS_FILE: open } })
  expect(run).toMatchObject({ code: 2, out: '' })
  expect(run.err).toContain('P2P_EXCHANGE_KEYS_FILE names a file that others may read: chmod 600.')
  other.remove()
})
