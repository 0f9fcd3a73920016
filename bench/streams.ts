import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFilesLimit } from '@p2p-rates/server/testing'
import { startOwnProcess } from '../proofs/harness/own-process.js'
import type { Benchmark } from './benchmark.js'
import { onCore } from './http/load-generator.js'
import { startProduct } from './http/servers.js'
import { medianOf } from './median-time.js'
import type { Broadcast } from './streams/client-process.js'
import { startClientProcess } from './streams/start-client-process.js'

const wantedClients = 10_000
/** Files that client and server need besides their sockets. */
const otherFiles = 200
const cycleSeconds = 2
const listenMs = 20_000
const frameBytes = 1_500

export const streamsBenchmark: Benchmark = {
  name: 'streams',
  goal: '10,000 streams: one update to the last client <= 250 ms (or 2x a bare loop of writes), <= 15 KiB each, no stall of the event loop > 20 ms',
  run: async ({ print }) => {
    const openFiles = openFilesLimit() ?? Number.POSITIVE_INFINITY
    const clients = Math.min(wantedClients, openFiles - otherFiles)
    if (clients < wantedClients)
      print(`  only ${clients} clients: the limit of open files is ${openFiles} (see ulimit -n)`)
    const ours = await measureOurs(clients)
    const bare = await measureBare(clients)
    const figures = {
      clients,
      last_client_ms: ours.spreadMs,
      bare_last_client_ms: bare,
      last_client_to_bare: ours.spreadMs / bare,
      kibibytes_per_client: ours.kibibytesPerClient,
      longest_turn_ms: ours.stall.workMs,
      longest_turn_wall_ms: ours.stall.wallMs,
      idle_longest_turn_ms: ours.idleStall.workMs,
      idle_longest_turn_wall_ms: ours.idleStall.wallMs,
    }
    const met =
      clients === wantedClients &&
      (figures.last_client_ms <= 250 || figures.last_client_to_bare <= 2) &&
      figures.kibibytes_per_client <= 15 &&
      figures.longest_turn_ms <= 20
    return { met, figures }
  },
}

const measureOurs = async (clients: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-loop-'))
  const loopFile = join(folder, 'loop.json')
  const product = await startProduct({
    days: 0,
    accounts: 1,
    settings: {
      P2P_FIATS: 'UAH',
      P2P_CYCLE_SECONDS: String(cycleSeconds),
      P2P_MAX_STREAMS: String(2 * clients),
      NODE_OPTIONS: `--import ${new URL('streams/event-loop-delay.mjs', import.meta.url)}`,
      BENCH_LOOP_FILE: loopFile,
    },
  })
  const fleet = startClientProcess()
  try {
    const stallSince = async (): Promise<{ wallMs: number; workMs: number }> => {
      writeFileSync(loopFile, '')
      process.kill(product.pid, 'SIGUSR2')
      while (readFileSync(loopFile, 'utf8') === '') await wait(20)
      return JSON.parse(readFileSync(loopFile, 'utf8'))
    }
    // A first client, then none: everything that a stream needs is there before memory is read.
    await fleet.open(portOf(product.url), product.keys, 1)
    await wait(5 * cycleSeconds * 1_000)
    await stallSince()
    await wait(listenMs / 2)
    const idleStall = await stallSince()
    const before = residentKibibytes(product.pid)
    await fleet.open(portOf(product.url), product.keys, clients - 1)
    await stallSince()
    const broadcasts = await fleet.listen(listenMs)
    const stall = await stallSince()
    const kibibytesPerClient = (residentKibibytes(product.pid) - before) / clients
    return { spreadMs: spreadOf(broadcasts, clients), kibibytesPerClient, stall, idleStall }
  } finally {
    fleet.stop()
    product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const measureBare = async (clients: number): Promise<number> => {
  const script = fileURLToPath(new URL('streams/bare-broadcaster.ts', import.meta.url))
  const words = [process.execPath, '--import', 'tsx', script, String(frameBytes), String(cycleSeconds * 1_000)]
  const { child, find } = startOwnProcess(onCore(0, words), { env: process.env })
  const fleet = startClientProcess()
  try {
    const port = await find((line) => Number(line))
    await fleet.open(port, [''], clients)
    return spreadOf(await fleet.listen(listenMs), clients)
  } finally {
    fleet.stop()
    child.kill('SIGKILL')
  }
}

const spreadOf = (broadcasts: readonly Broadcast[], clients: number): number => {
  const whole = broadcasts.filter((broadcast) => broadcast.clients === clients)
  if (whole.length < 3) throw new Error(`only ${whole.length} updates reached all ${clients} clients`)
  return medianOf(whole.map(({ spreadMs }) => spreadMs))
}

const residentKibibytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

const portOf = (url: string): number => Number(new URL(url).port)

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
