import { startSimulator } from '@p2p-rates/simulator'
import {
  createBusinessKey,
  endProcess,
  makeDataDir,
  type ServerProcess,
  startServerProcess,
} from '../harness/server-process.js'
import type { OpenAlertServers } from './alert-servers.js'

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
