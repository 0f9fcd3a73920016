import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { P2P } from '@p2p-rates/sdk'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { connectToServer } from './control-socket.js'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const tsconfig = fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url))

const startProcess = async (settings: Readonly<Record<string, string>>) => {
  const child: ChildProcess = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, TSX_TSCONFIG_PATH: tsconfig, P2P_PORT: '0', P2P_METRICS_PORT: '0', ...settings },
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  onTestFinished(kill)
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { message, address } = JSON.parse(line) as { message: string; address?: string }
    if (message !== 'listening') continue
    child.stdout?.resume()
    return { url: address ?? '', kill }
  }
  throw new Error('it ended before it listened')
}

test('a killed server forgets no board that it has acknowledged, and no value that a rule has returned', async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: ['okx'] })
  onTestFinished(() => simulator.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-killed-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const settings = {
    P2P_DATA_DIR: dataDir,
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_FIATS: 'UAH',
    P2P_EXCHANGES: 'okx',
    P2P_CYCLE_SECONDS: '5',
    P2P_EXCHANGE_URLS: `okx=${simulator.baseUrls.okx}`,
  }
  const first = await startProcess(settings)
  const operator = await connectToServer(dataDir)
  if (operator === null) throw new Error('its control socket is not there')
  const account = await operator.createAccount('Desk', 'Pro')
  const { key } = await operator.createKey(account.id, null)
  const clientOf = (url: string) => new P2P({ baseUrl: url, apiKey: key, maxRetries: 0 })
  const p2p = clientOf(first.url)
  const { id: rule } = await p2p.rules.create({ name: 'Desk', step: 0.01, last_good_seconds: 604_800 })
  const within = { timeout: 60_000, interval: 200 }
  const lastGood = async () => (await p2p.rules.price(rule)).last_good
  await expect.poll(lastGood, within).not.toBeNull()
  // A value published after the rule was created. It is stored before any client sees it.
  const publishedBefore = (await lastGood())?.as_of
  await expect.poll(async () => (await lastGood())?.as_of, within).not.toBe(publishedBefore)

  simulator.fault('all', { kind: 'network' })
  const boards = await Promise.all(
    Array.from({ length: 8 }, (_, at) => p2p.boards.create({ title: `Board ${at}`, rules: [rule] })),
  )
  const told = await lastGood()
  await first.kill()

  const second = await startProcess(settings)
  const after = clientOf(second.url)
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted()
  expect(idsOf((await after.boards.list()).boards)).toEqual(idsOf(boards))
  expect((await after.rules.price(rule)).last_good).toEqual(told)
  for (const { id } of boards) {
    const page = await fetch(`${second.url}/board/${id}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(String(told?.value.toFixed(2)))])
  }
}, 180_000)
