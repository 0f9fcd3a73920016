import { setTimeout as wait } from 'node:timers/promises'
import { type Receiver, type Simulator, startReceiver, startSimulator } from '@p2p-rates/simulator'
import { withParts } from './harness/parts.js'
import {
  endProcess,
  makeDataDir,
  operatorOf,
  requireBuild,
  type ServerProcess,
  startServerProcess,
} from './harness/server-process.js'
import type { Proof } from './proof.js'
import { createServerLoad, type ServerLoad } from './stop/server-load.js'

const targetMs = 25_000

export const stopProof: Proof = {
  name: 'stop',
  target: 'SIGTERM with 500 open streams and deliveries in flight: exit 0 within 25 s and nothing lost',
  run: ({ seed, count, fast, print }) =>
    withParts(async (open) => {
      requireBuild()
      const streams = count ?? (fast ? 50 : 500)
      const { dataDir } = await open(makeDataDir())
      const simulator = await open(startSimulator({ seed, stepMs: 500 }))
      const receivers = await Promise.all(Array.from({ length: fast ? 3 : 8 }, () => open(startReceiver())))
      const breaches: string[] = []
      const breach = (text: string) => void breaches.push(text)
      const stop = await stopUnderWork({ dataDir, simulator, receivers, streams, fast, breach })
      const hurriedMs = await stopTwice({ dataDir, simulator, receivers, breach })
      print(`${stop.inFlight} deliveries were in flight, ${stop.pending} events waited, ${stop.again} came twice`)
      return {
        breaches,
        figure:
          `${streams} streams, ${stop.inFlight} deliveries in flight: ` +
          `stopped in ${(stop.tookMs / 1000).toFixed(1)} s, asked twice in ${(hurriedMs / 1000).toFixed(2)} s`,
      }
    }),
}

type StopContext = {
  readonly dataDir: string
  readonly simulator: Simulator
  readonly receivers: readonly Receiver[]
  readonly breach: (text: string) => void
}

const launch = ({ dataDir, simulator }: StopContext): ServerProcess => {
  const plenty = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000, webhooks: 1_000, streams: 10_000 }
  return startServerProcess({ dataDir, simulator, settings: { P2P_PLANS: JSON.stringify({ Business: plenty }) } })
}

const stopUnderWork = async (scene: StopContext & { streams: number; fast: boolean }) => {
  const { dataDir, receivers, streams, fast, breach } = scene
  for (const receiver of receivers) receiver.scriptReplies({ status: 200, delayMs: fast ? 500 : 4_000 })
  const server = launch(scene)
  let work: ServerLoad
  let tookMs: number
  try {
    work = createServerLoad(await server.listening, await operatorOf(dataDir), receivers, breach)
    await work.openStreams(streams)
    await work.createWebhooks(receivers.length * 6)
    await work.keepAsking()
    // It holds the stop up until the grace is over.
    if (!fast) work.sendHalfARequest()
    await work.inFlight(receivers.length)

    const toldAtMs = performance.now()
    const { code, signal } = await endProcess(server, 'SIGTERM')
    tookMs = performance.now() - toldAtMs
    if (code !== 0) breach(`it ended with ${signal ?? code}: ${server.output().slice(-800)}`)
    if (tookMs > targetMs) breach(`it took ${Math.round(tookMs)} ms to stop`)
  } finally {
    await endProcess(server, 'SIGKILL')
  }
  const before = await work.ended()
  for (const receiver of receivers) receiver.scriptReplies({ status: 200 })

  const next = launch(scene)
  try {
    await work.checkAfterwards(await next.listening)
  } finally {
    await endProcess(next, 'SIGTERM')
  }
  return { tookMs, ...before, again: work.arrivedTwice() }
}

/** A second SIGTERM must end the server without waiting for a receiver that never answers. */
const stopTwice = async (scene: StopContext): Promise<number> => {
  const { dataDir, receivers, breach } = scene
  for (const receiver of receivers) receiver.scriptReplies('hang')
  const server = launch(scene)
  try {
    const work = createServerLoad(await server.listening, await operatorOf(dataDir), receivers, breach)
    await work.createWebhooks(1)
    await work.inFlight(1)
    server.child.kill('SIGTERM')
    await wait(300)
    if (server.child.exitCode !== null) breach('it did not wait for the delivery in flight')
    const toldAtMs = performance.now()
    await endProcess(server, 'SIGTERM')
    const tookMs = performance.now() - toldAtMs
    if (tookMs > 2_000) breach(`asked twice it still took ${Math.round(tookMs)} ms`)
    return tookMs
  } finally {
    await endProcess(server, 'SIGKILL')
  }
}
