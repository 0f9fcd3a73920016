import { createRandom } from '@p2p-rates/chance'
import { openStage } from '../replicas/stage.js'
import type { OpenHouse } from './house.js'

/** Two servers over one database, each of which may have any duty and send anything. */
export const serveTogether: OpenHouse = async ({ seed, environment }) => {
  const random = createRandom(seed)
  const stage = await openStage({ seed, servers: 2 })
  const [first] = stage.servers
  if (first === undefined) throw new Error('the stage has servers')
  const printed = await first.command('keys', 'create', '--plan', 'Business', '--name', 'proof')
  const [key = ''] = /p2p_\w{20,}/.exec(printed) ?? []
  const listening = () => stage.servers.filter((server) => server.isListening())
  let ending: Promise<unknown> = Promise.resolve()
  return {
    key,
    launch: async () => {
      await ending
      for (const server of stage.servers) if (!server.isListening()) server.launch({ environment })
      while (listening().length < stage.servers.length) await new Promise((done) => setTimeout(done, 50))
    },
    url: () => listening()[0]?.url() ?? null,
    kill: () => {
      const up = listening()
      if (up.length > 0) ending = random.pick(up).end('SIGKILL')
    },
    close: stage.close,
  }
}
