import { createRandom } from '@p2p-rates/core/internal'
import { startSimulator } from '@p2p-rates/simulator'
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
  close(): Promise<void>
}

export type OpenAlertServers = (options: {
  readonly seed: number
  readonly environment: Readonly<Record<string, string>>
}) => Promise<AlertServers>

export const openSingleAlertServer: OpenAlertServers = async ({ seed, environment }) => {
  const { dataDir, remove } = makeDataDir()
  const simulator = await startSimulator({ seed, stepMs: 1_000 })
  let server: ServerProcess | null = null
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
    close: async () => {
      if (server !== null) await endProcess(server, 'SIGKILL')
      await simulator.close()
      remove()
    },
  }
}

export const openAlertCluster: OpenAlertServers = async ({ seed, environment }) => {
  const random = createRandom(seed)
  const cluster = await openCluster({ seed, servers: 2 })
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
    close: cluster.close,
  }
}
