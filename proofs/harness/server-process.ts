import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PlanName } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { connectToServer, type Operator } from '@p2p-rates/server/testing'
import type { Simulator } from '@p2p-rates/simulator'
import { atExit } from './at-exit.js'
import { type Exit, startOwnProcess } from './own-process.js'

const builtProgram = fileURLToPath(new URL('../../packages/server/bin/p2p-server.mjs', import.meta.url))

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
  const { program = builtProgram, before = [], preload, onLine, environment } = launch
  const imports = preload === undefined ? [] : ['--import', preload]
  const own = startOwnProcess([...before, process.execPath, ...imports, program, ...words], {
    // Run in the data folder's parent, so that no .env is read.
    cwd: dirname(launch.dataDir),
    env: { PATH: process.env.PATH, ...settingsOf(launch), ...environment },
    onLine,
  })
  /** The address it listens on. */
  const listening = own.find((line) =>
    line.includes('"message":"listening"') ? (JSON.parse(line) as { address: string }).address : null,
  )
  listening.catch(() => {})
  return { ...own, listening }
}

/** A process that runs the built server, as operators do. */
export type ServerProcess = ReturnType<typeof runCommand>

export const startServerProcess = (launch: Launch): ServerProcess => runCommand(['start'], launch)

export const endProcess = async ({ child, exit }: ServerProcess, signal: NodeJS.Signals): Promise<Exit> => {
  child.kill(signal)
  return exit
}

/** Resolves with the address once `/readyz` is content. Rejects if the server ends before. */
export async function untilReady({ listening, child, output }: ServerProcess): Promise<string> {
  const url = await listening
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server has ended: ${output().slice(-500)}`)
    await pass(20)
  }
  return url
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

export async function operatorOf(dataDir: string): Promise<Operator> {
  const operator = await connectToServer(dataDir)
  if (operator === null) throw new Error('the server has no open control socket')
  return operator
}

/** A key of a new account. */
export async function createKey(operator: Operator, plan: PlanName): Promise<string> {
  const { id } = await operator.createAccount('Proof', plan)
  return (await operator.createKey(id, null)).key
}

export const createBusinessKey = async (dataDir: string): Promise<string> =>
  createKey(await operatorOf(dataDir), 'Business')

export const makeDataDir = () => {
  const root = mkdtempSync(join(tmpdir(), 'p2p-proof-'))
  return { root, dataDir: join(root, 'data'), close: atExit(() => rmSync(root, { recursive: true, force: true })) }
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
