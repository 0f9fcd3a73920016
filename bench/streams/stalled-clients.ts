import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onCore } from '../http/load-generator.js'
import { medianOf } from '../median-time.js'
import type { HubOrder } from './hub-server.js'
import { startClientProcess } from './start-client-process.js'

const readers = 500
const stalled = 200
const rounds = 4
const frames = 8
/** Large, so that the buffers of the kernel are full within seconds and a client that does not read shows. */
const bytes = 64 * 1024
const everyMs = 100

type Report = { readonly open: number; readonly cpuMs: number; readonly megabytes: number }

/**
 * Cost of clients that never read to clients that do. Two servers take turns, one with stalled clients and one without.
 */
export const measureStalledClients = async () => {
  const servers = await Promise.all([startHub(), startHub()])
  const [calm, burdened] = servers
  const fleets = { calm: startClientProcess(), burdened: startClientProcess() }
  try {
    // Clients that never read come first, until every kernel buffer between them and the server is full.
    await fleets.burdened.open(burdened.port, [''], stalled, false)
    await burdened.publish({ publish: 150, bytes, everyMs: 5 })
    await fleets.calm.open(calm.port, [''], readers)
    await fleets.burdened.open(burdened.port, [''], readers)
    for (const { publish } of servers) await publish({ publish: frames, bytes, everyMs })
    const before = await burdened.report()

    const spreads = { calm: [] as number[], burdened: [] as number[] }
    const cpu = { calm: [] as number[], burdened: [] as number[] }
    for (let round = 0; round < rounds; round++)
      for (const [name, server] of [
        ['calm', calm],
        ['burdened', burdened],
      ] as const) {
        const fleet = fleets[name]
        const { cpuMs } = await server.report()
        const arrived = fleet.listen(frames * everyMs + 500)
        const after = await server.publish({ publish: frames, bytes, everyMs })
        cpu[name].push((after.cpuMs - cpuMs) / frames)
        for (const broadcast of await arrived) if (broadcast.clients === readers) spreads[name].push(broadcast.spreadMs)
      }
    const after = await burdened.report()
    if (after.open !== readers + stalled) throw new Error('the stalled were let go before the end of the measurement')
    // After half a minute without reading, the server drops them.
    await new Promise((done) => setTimeout(done, 32_000))
    return {
      stalled_last_client_ratio: medianOf(spreads.burdened) / medianOf(spreads.calm),
      stalled_cpu_ratio: medianOf(cpu.burdened) / medianOf(cpu.calm),
      stalled_megabytes_grown: after.megabytes - before.megabytes,
      stalled_kept: (await burdened.report()).open - readers,
    }
  } finally {
    for (const fleet of Object.values(fleets)) fleet.stop()
    for (const { stop } of servers) stop()
  }
}

const startHub = async () => {
  const script = fileURLToPath(new URL('hub-server.ts', import.meta.url))
  const [command = '', ...words] = onCore(0, [process.execPath, '--import', 'tsx', script])
  const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { port } = await answerOf<{ port: number }>(child)
  const ask = (order: HubOrder): Promise<Report> => {
    child.send(order)
    return answerOf<Report>(child)
  }
  return {
    port,
    publish: ask,
    report: () => ask('report'),
    stop: () => child.kill('SIGKILL'),
  }
}

const answerOf = async <Answer>(child: ChildProcess): Promise<Answer> => {
  const [answer] = await once(child, 'message')
  return answer as Answer
}
