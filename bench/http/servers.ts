import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fiats as allFiats, type Fiat } from '@p2p-rates/core'
import { openSqliteStore } from '@p2p-rates/server/testing'
import { generateHistory } from '@p2p-rates/simulator'
import { freePort } from '../../proofs/harness/free-port.js'
import { startOwnProcess } from '../../proofs/harness/own-process.js'
import { createBusinessKey, makeDataDir, startServerProcess, untilReady } from '../../proofs/harness/server-process.js'
import { startSimulatorProcess } from '../simulator-process.js'
import { onCore } from './load-generator.js'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export type Running = { readonly url: string; readonly pid: number; stop(): void }

export const hugePlan = JSON.stringify({
  Business: { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000, streams: 100_000 },
})

/** The built server on the first core, with simulated prices, 30 days behind it and keys of many accounts. */
export const startProduct = async ({
  days,
  fiats = allFiats,
  accounts,
  settings = {},
}: {
  days: number
  fiats?: readonly Fiat[]
  accounts: number
  settings?: Record<string, string>
}): Promise<Running & { readonly keys: readonly string[]; readonly dataDir: string }> => {
  const simulator = await startSimulatorProcess(7)
  const { dataDir, close } = makeDataDir()
  if (days > 0) await loadDays(dataDir, days, fiats)
  const server = startServerProcess({
    ...{ dataDir, simulator, before: onCore(0, []) },
    settings: { P2P_CYCLE_SECONDS: '300', P2P_FIATS: fiats.join(','), P2P_PLANS: hugePlan, ...settings },
  })
  const url = await untilReady(server)
  const keys: string[] = []
  for (let account = 0; account < accounts; account++) keys.push(await createBusinessKey(dataDir))
  return {
    url,
    keys,
    dataDir,
    pid: server.child.pid ?? 0,
    stop: () => {
      server.child.kill('SIGKILL')
      simulator.close()
      close()
    },
  }
}

export const loadDays = async (dataDir: string, days: number, fiats: readonly Fiat[] = allFiats): Promise<number> => {
  const store = openSqliteStore(dataDir)
  const toMs = Date.now()
  function* slots() {
    for (const { atMs, points } of generateHistory({ seed: 7, fromMs: toMs - days * 86_400_000, toMs, fiats })) {
      const best = points
        .filter(({ exchange }) => exchange === 'binance')
        .map((point) => ({ ...point, exchange: 'best' }))
      yield { slotMs: atMs, entries: [...points, ...best] }
    }
  }
  const loaded = await store.history.load(slots())
  store.close()
  return loaded
}

export const startRival = async (kind: 'bare' | 'fastify' | 'fastapi', facts: unknown): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-rival-'))
  const file = join(folder, 'facts.json')
  writeFileSync(file, JSON.stringify(facts))
  const port = await freePort()
  const words = {
    bare: [process.execPath, here('bare-server.mjs'), file],
    fastify: [process.execPath, here('fastify-server.mjs'), file],
    fastapi: [
      ...[pythonWithFastApi() ?? 'python3', '-m', 'uvicorn', 'fastapi_server:app', '--app-dir', here('.')],
      ...['--port', String(port), '--no-access-log', '--log-level', 'error'],
    ],
  }[kind]
  const { child, find } = startOwnProcess(onCore(0, words), { env: { ...process.env, BENCH_FILE: file } })
  const url = kind === 'fastapi' ? `http://127.0.0.1:${port}` : await find((line) => line)
  await answers(url)
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The system's own Python may have packages that another one on PATH lacks. */
export const pythonWithFastApi = (): string | null =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import fastapi, uvicorn'], { stdio: 'ignore' }).status === 0,
  ) ?? null

const answers = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    )
    if (status !== 0) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`nobody answers at ${url}`)
}
