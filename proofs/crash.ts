import { join } from 'node:path'
import {
  type CrashingServer,
  type FailPoint,
  failPoints,
  isAtStart,
  openCrashingServer,
} from './crash/crashing-server.js'
import { withParts } from './harness/parts.js'
import { endProcess, type ServerProcess } from './harness/server-process.js'
import type { Proof, ProofResult } from './proof.js'

const readyTargetMs = 2_000

export const crashProof: Proof = {
  name: 'crash',
  target: '200 kills under load: no acknowledged write lost, usage at most 1 s short, ready again within 2 s',
  run: ({ seed, count, fast, print }) =>
    withParts(async (open) => {
      const kills = count ?? (fast ? 6 : 200)
      const cluster = await openCrashingServer(open, { seed, fewMarkets: fast })
      print(`${cluster.past.points.toLocaleString('en')} points of 30 days of history lie on disk`)
      const readyMs: number[] = []
      const diedAt = new Map<string, number>()
      let server: ServerProcess | null = null
      await open({ close: async () => server !== null && endProcess(server, 'SIGKILL') })
      for (let kill = 0; kill < kills && cluster.breaches.length < 20; kill++) {
        const point = plannedPoint(kill, seed)
        if (point === 'mid-compaction') await cluster.past.addLatePoints(cluster.random)
        const migrating = point === 'mid-migration' ? { dataDir: join(cluster.root, `new-${kill}`) } : {}
        server = cluster.launch(point, migrating)
        let atPoint: boolean
        if (point !== null && isAtStart(point)) {
          atPoint = await cluster.killAtStart(server)
          if (point === 'mid-migration') await startsOn(cluster, migrating)
        } else {
          readyMs.push(await cluster.comeBack(server, false))
          atPoint = await cluster.killUnderLoad(server, point)
        }
        const place = atPoint && point !== null ? point : 'a random instant'
        diedAt.set(place, (diedAt.get(place) ?? 0) + 1)
        if ((kill + 1) % 20 === 0) print(progress(kill + 1, cluster))
      }
      server = cluster.launch(null)
      readyMs.push(await cluster.comeBack(server, true))
      const { deliveries } = cluster.receiver
      const ids = new Set(deliveries.map(({ headers }) => headers.get('x-service-delivery')))
      print(`died at ${[...diedAt].map(([place, times]) => `${place} ${times}`).join(', ')}`)
      print(`${ids.size} events arrived, ${deliveries.length - ids.size} of them once more`)
      // A test run shares its machine with other tests, so it reports the time and never fails on it.
      const targetMs = fast ? Number.POSITIVE_INFINITY : readyTargetMs
      return verdict(cluster, kills, readyMs, targetMs)
    }),
}

const plannedPoint = (kill: number, seed: number): FailPoint | null =>
  kill % 2 === 0 ? (failPoints[(kill / 2 + seed) % failPoints.length] ?? null) : null

/** Data whose very first start was cut short. */
const startsOn = async ({ launch, breach }: CrashingServer, place: { readonly dataDir?: string }): Promise<void> => {
  const server = launch(null, place)
  await server.listening.catch((error: Error) => breach(`a cut first start is not taken up: ${error.message}`))
  await endProcess(server, 'SIGKILL')
}

const progress = (kills: number, { log, breaches }: CrashingServer): string =>
  `${kills} kills, ${log.acknowledged} acknowledged writes, ${log.events.size} events, ${breaches.length} breaches`

const verdict = (cluster: CrashingServer, kills: number, readyMs: readonly number[], targetMs: number): ProofResult => {
  const { log, breaches } = cluster
  const sorted = readyMs.toSorted((a, b) => a - b)
  const seconds = (ms = 0) => (ms / 1000).toFixed(2)
  const slowest = sorted.at(-1) ?? 0
  return {
    breaches: slowest <= targetMs ? breaches : [...breaches, `the slowest restart took ${seconds(slowest)} s`],
    figure:
      `${kills} kills over ${log.acknowledged} acknowledged writes, ` +
      `ready again in ${seconds(sorted[sorted.length >> 1])} s (half), ${seconds(slowest)} s (slowest)`,
  }
}
