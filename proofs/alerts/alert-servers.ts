import { createRandom } from '@p2p-rates/core/internal'
import { startSimulator } from '@p2p-rates/simulator'
import type { Open } from '../harness/parts.js'
import {
  createBusinessKey,
  endProcess,
  makeDataDir,
  type ServerProcess,
  startServerProcess,
} from '../harness/server-process.js'
import { openCluster } from '../replicas/cluster.js'

export type AlertServers = {
  /** A key of the Business plan. */
  readonly key: string
  /** Starts those that are down. Resolves when all listen. */
  launch(): Promise<void>
  url(): string | null
  kill(): void
}

export type OpenAlertServers = (
  open: Open,
  options: { readonly seed: number; readonly environment: Readonly<Record<string, string>> },
) => Promise<AlertServers>

export const openSingleAlertServer: OpenAlertServers = async (open, { seed, environment }) => {
  const { dataDir } = await open(makeDataDir())
  const simulator = await open(startSimulator({ seed, stepMs: 1_000 }))
  let server: ServerProcess | null = null
  await open({ close: async () => server !== null && endProcess(server, 'SIGKILL') })
  let url: string | null = null

  const launch = async (): Promise<void> => {
    if (url !== null) return
    await server?.exit
    const started = startServerProcess({ dataDir, simulator, environment })
    server = started
    void started.exit.then(() => {
      if (server === started) url = null
    })
    url = await started.listening
  }

  await launch()
  const key = await createBusinessKey(dataDir)
  return {
    key,
    launch,
    url: () => url,
    kill: () => {
      url = null
      server?.child.kill('SIGKILL')
    },
  }
}

export const openAlertCluster: OpenAlertServers = async (open, { seed, environment }) => {
  const random = createRandom(seed)
  const cluster = await open(openCluster({ seed, servers: 2 }))
  const [first] = cluster.servers
  if (first === undefined) throw new Error('the stage has servers')
  const printed = await first.command('keys', 'create', '--plan', 'Business', '--name', 'proof')
  const [key = ''] = /p2p_\w{20,}/.exec(printed) ?? []
  const listening = () => cluster.servers.filter((server) => server.isListening())
  let ending: Promise<unknown> = Promise.resolve()
  return {
    key,
    launch: async () => {
      await ending
      for (const server of cluster.servers) if (!server.isListening()) server.launch({ environment })
      while (listening().length < cluster.servers.length) await new Promise((done) => setTimeout(done, 50))
    },
    url: () => listening()[0]?.url() ?? null,
    kill: () => {
      const up = listening()
      if (up.length > 0) ending = random.pick(up).end('SIGKILL')
    },
  }
}
