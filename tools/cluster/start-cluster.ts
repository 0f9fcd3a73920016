import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planNames } from '@p2p-rates/contract'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { openTogether } from '../../proofs/harness/parts.js'
import {
  endProcess,
  type Launch,
  runCommand,
  type ServerProcess,
  startServerProcess,
} from '../../proofs/harness/server-process.js'
import { repository } from '../throw-away-copy.js'
import { startBalancer } from './balancer.js'
import { createDatabase, findEngines } from './engines.js'

export type ClusterOptions = {
  readonly port: number
  readonly seed: number
  readonly servers?: number
  readonly keep: boolean
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly printLine: (line: string) => void
}

const againMs = 2_000

export async function startCluster(wish: ClusterOptions) {
  const { port, seed, servers = 3, keep, environment = process.env, printLine } = wish
  const kept: string[] = []
  const { close, ...cluster } = await openTogether(async (open) => {
    const { postgres, redis } = await findEngines(environment)
    const database = await createDatabase(postgres)
    const root = mkdtempSync(join(tmpdir(), 'p2p-cluster-'))
    if (keep) kept.push(`${database.url}, with the settings in ${root}`)
    else {
      await open({ close: () => rmSync(root, { recursive: true, force: true }) })
      await open({ close: database.drop })
    }
    const simulator = await open(startSimulator({ seed, crossed: { UAH: 4 } }))
    const balancer = await open(startBalancer(port))

    const settings = settingsOf(simulator.baseUrls, { database: database.url, redis, publicUrl: balancer.url })
    const members = Array.from({ length: servers }, (_, index) => {
      const folder = join(root, String(index + 1))
      mkdirSync(folder, { mode: 0o700 })
      // Operator commands in this folder have the server's settings.
      const lines = Object.entries({ ...settings, P2P_DATA_DIR: './data' }).map(
        ([name, value]) => `${name}="${value}"\n`,
      )
      writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 })
      const launch = { dataDir: join(folder, 'data'), simulator, settings }
      return keepRunning(`server ${index + 1}`, launch, balancer, printLine)
    })
    await open({ close: () => Promise.all(members.map((member) => member.stop())) })
    await Promise.all(members.map((member) => member.started))
    await balancer.ready()
    const keys = new Map<string, string>()
    const launch = { dataDir: join(root, '1', 'data'), simulator, settings }
    for (const plan of planNames) {
      const { exit, output } = runCommand(['keys', 'create', '--plan', plan, '--name', `Trial ${plan}`], launch)
      await exit
      keys.set(plan, /p2p_\w{38}/.exec(output())?.[0] ?? output())
    }
    const processIds = () => members.map((member) => member.processId())
    const banner = bannerOf({ url: balancer.url, keys, folder: join(root, '1'), processIds: processIds() })
    return { banner, url: balancer.url, databaseUrl: database.url, keys, processIds }
  })
  /** Resolves with the folders that are kept. */
  const stop = async () => {
    await close()
    return kept
  }
  return { ...cluster, stop }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const settingsOf = (
  baseUrls: Readonly<Record<string, string>>,
  { database, redis, publicUrl }: { readonly database: string; readonly redis: string; readonly publicUrl: string },
) => ({
  P2P_DATABASE_URL: database,
  P2P_REDIS_URL: redis,
  P2P_MASTER_KEY: randomBytes(32).toString('hex'),
  P2P_PORT: '0',
  P2P_METRICS_PORT: '0',
  P2P_PUBLIC_URL: publicUrl,
  P2P_SIMULATED: 'true',
  P2P_PACING: 'off',
  P2P_CYCLE_SECONDS: '60',
  P2P_FIATS: fiats.join(','),
  P2P_PRIVATE_RECEIVERS: 'true',
  P2P_VISITOR_PLAN: 'Business',
  P2P_EXCHANGE_URLS: exchangeIds.map((exchange) => `${exchange}=${baseUrls[exchange]}`).join(','),
})

/** One server. When its process ends, another begins, as under a supervisor. */
function keepRunning(
  name: string,
  launch: Launch,
  balancer: { add(url: string): void; remove(url: string): void },
  printLine: (line: string) => void,
) {
  let isStopping = false
  let server: ServerProcess
  const begin = async (): Promise<void> => {
    const mine = startServerProcess(launch)
    server = mine
    void mine.exit.then(async ({ code, signal }) => {
      const url = await mine.listening.catch(() => null)
      if (url !== null) balancer.remove(url)
      if (isStopping || url === null) return
      printLine(`${name} ended with ${signal ?? code}; it begins again in ${againMs / 1000} s`)
      setTimeout(() => void (isStopping || begin().catch((error: Error) => printLine(error.message))), againMs)
    })
    balancer.add(await mine.listening)
  }
  return {
    started: begin(),
    processId: () => server.child.pid,
    stop: async () => {
      isStopping = true
      // A paused process receives nothing else.
      server.child.kill('SIGCONT')
      await endProcess(server, 'SIGTERM')
    },
  }
}

const bannerOf = ({
  url,
  keys,
  folder,
  processIds,
}: {
  readonly url: string
  readonly keys: ReadonlyMap<string, string>
  readonly folder: string
  readonly processIds: readonly (number | undefined)[]
}): string => `SIMULATED exchanges: these prices are made up.

  address   ${url}/api/v1
${processIds.map((id, index) => `  server ${index + 1}  process ${id}`).join('\n')}
${[...keys].map(([plan, key]) => `  ${plan.padEnd(8)}  ${key}`).join('\n')}

Try, in another terminal:

  export P2P_BASE_URL=${url} P2P_API_KEY=${keys.get('Pro')}
  node '${join(repository, 'packages/cli/bin/p2p.mjs')}' rates UAH EUR
  cd '${folder}' && node '${join(repository, 'packages/server/bin/p2p-server.mjs')}' cluster
  kill -9 ${processIds[0]}

Ctrl+C ends it.`
