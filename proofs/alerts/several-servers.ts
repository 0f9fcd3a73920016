import { createRandom } from '@p2p-rates/core/internal'
import { openCluster } from '../replicas/cluster.js'
import type { OpenAlertServers } from './alert-servers.js'

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
