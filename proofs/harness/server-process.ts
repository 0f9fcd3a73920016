import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { connectToServer, type Operator } from '@p2p-rates/server/testing'
import type { Simulator } from '@p2p-rates/simulator'
import { atExit } from './at-exit.js'
import { killedWithParent } from './kill-with-parent.js'

const builtProgram = fileURLToPath(new URL('../../packages/server/bin/p2p-server.mjs', import.meta.url))

export type ServerExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly atMs: number }

export type Launch = {
  readonly dataDir: string
  readonly simulator: Pick<Simulator, 'baseUrls'>
  readonly settings?: Readonly<Record<string, string>>
  readonly program?: string
  /** Words of a command that runs the server, such as `taskset`. */
  readonly before?: readonly string[]
  readonly preload?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly onLine?: (line: string) => void
}

let isBuilt = false
/** Builds once per process, and only if the sources have changed: a stale build would prove old code. */
export const requireBuild = (): void => {
  if (isBuilt) return
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const build = spawnSync(process.execPath, ['tools/with-pnpm.mjs', 'build:js'], { cwd, encoding: 'utf8' })
  if (build.status !== 0) throw new Error(`The server cannot be built: ${build.stdout}${build.stderr}`)
  isBuilt = true
}

export const runCommand = (words: readonly string[], launch: Launch) => {
  requireBuild()
  const preload = launch.preload === undefined ? [] : ['--import', launch.preload]
  const { program = builtProgram, before = [] } = launch
  const [wrapper, ...wrapped] = killedWithParent([...before, process.execPath, ...preload, program, ...words])
  const child = spawn(wrapper, wrapped, {
    // Run in the data folder's parent, so that no .env is read.
    cwd: dirname(launch.dataDir),
    env: { PATH: process.env.PATH, ...settingsOf(launch), ...launch.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = atExit(() => child.kill('SIGKILL'))
  const spawnedAtMs = performance.now()
  let output = ''
  const exit = new Promise<ServerExit>((done) => {
    child.once('close', (code, signal) => {
      kill()
      done({ code, signal, atMs: performance.now() })
    })
  })
  /** The address it listens on. Rejects with its last words when it ends before. */
  const listening = new Promise<string>((done, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      launch.onLine?.(line)
      if (line.includes('"message":"listening"')) done((JSON.parse(line) as { address: string }).address)
    })
    child.stderr.on('data', (part: Buffer) => {
      output += part.toString()
    })
    void exit.then(({ code, signal }) =>
      fail(new Error(`the server ended with ${signal ?? code}: ${output.slice(-500)}`)),
    )
  })
  listening.catch(() => {})
  return { child, spawnedAtMs, listening, exit, output: () => output }
}

/** The server as operators run it: the built program in a process of its own. Times are `performance.now()`. */
export type ServerProcess = ReturnType<typeof runCommand>

export const startServerProcess = (launch: Launch): ServerProcess => runCommand(['start'], launch)

export const endProcess = async ({ child, exit }: ServerProcess, signal: NodeJS.Signals): Promise<ServerExit> => {
  child.kill(signal)
  return exit
}

export async function operatorOf(dataDir: string): Promise<Operator> {
  const operator = await connectToServer(dataDir)
  if (operator === null) throw new Error('the server has no open control socket')
  return operator
}

/** A key of a new account on the Business plan. */
export async function createBusinessKey(dataDir: string): Promise<string> {
  const operator = await operatorOf(dataDir)
  const { id } = await operator.createAccount('Proof', 'Business')
  return (await operator.createKey(id, null)).key
}

export const makeDataDir = (): { readonly root: string; readonly dataDir: string; remove(): void } => {
  const root = mkdtempSync(join(tmpdir(), 'p2p-proof-'))
  return { root, dataDir: join(root, 'data'), remove: atExit(() => rmSync(root, { recursive: true, force: true })) }
}

const settingsOf = ({ dataDir, simulator, settings }: Launch): Record<string, string> => ({
  P2P_PORT: '0',
  P2P_METRICS_PORT: '0',
  P2P_DATA_DIR: dataDir,
  P2P_SIMULATED: 'true',
  P2P_PACING: 'off',
  P2P_CYCLE_SECONDS: '1',
  P2P_FIATS: 'UAH,EUR',
  P2P_PRIVATE_RECEIVERS: 'true',
  P2P_EXCHANGE_URLS: exchangeIds.map((exchange) => `${exchange}=${simulator.baseUrls[exchange]}`).join(','),
  ...settings,
})
