import { createHash } from 'node:crypto'
import { startReceiver, startSimulator } from '@p2p-rates/simulator'
import { openTogether } from '../harness/parts.js'
import { startPostgres, startStandby } from '../harness/postgres.js'
import { startRedis } from '../harness/redis.js'
import { makeDataDir, requireBuild } from '../harness/server-process.js'
import { monoMs } from '../harness/wait.js'
import { type ClusterServer, type LogLine, makeClusterServer, nameInDatabase } from './cluster-server.js'

export type Pause = { readonly server: string; readonly fromMs: number; readonly toMs: number }

export type ClusterOptions = {
  readonly seed: number
  readonly servers?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly program?: string
  /** A second PostgreSQL follows the first, which waits for it. */
  readonly hasStandby?: boolean
}

const clocksMs = [0, -2_000, 2_000]

const database = 'p2p'

/** Starts PostgreSQL and Redis. Servers are prepared, not started; each reaches each engine through a proxy that can cut it off. */
export const openCluster = ({ seed, servers: count = 3, hasStandby = false, ...wish }: ClusterOptions) =>
  openTogether(async (open) => {
    requireBuild()
    const { root } = await open(makeDataDir())
    const simulator = await open(startSimulator({ seed, stepMs: 500 }))
    const receiver = await open(startReceiver({ now: monoMs }))
    let primary = await open(startPostgres())
    await primary.run(`CREATE DATABASE ${database}`)
    const standby = hasStandby ? await open(startStandby(primary)) : null
    const redis = await open(startRedis())

    const lines: LogLine[] = []
    let kills = 0
    const pauses: Pause[] = []
    const settings = {
      P2P_MASTER_KEY: createHash('sha256').update(`stage ${seed}`).digest('hex'),
      ...wish.settings,
    }
    const servers: ClusterServer[] = []
    for (const [index, name] of [...'abcdefghij'.slice(0, count)].entries())
      servers.push(
        await open(
          makeClusterServer({
            ...{ name, root, simulator, redis, settings },
            postgres: primary,
            clockMs: clocksMs[index % clocksMs.length] ?? 0,
            database,
            ...(wish.program === undefined ? {} : { program: wish.program }),
            onLine: (line) => void lines.push(line),
            onKill: () => void kills++,
            onPause: (fromMs, toMs) => void pauses.push({ server: name, fromMs, toMs }),
          }),
        ),
      )

    return {
      ...{ simulator, receiver, servers, redis },
      /** The one that servers write to; after `failOver` the one that was a standby. */
      primary: () => primary,
      /** In the database of the servers, past every cut. */
      sql: (text: string) => primary.run(text, database),
      /** The database ends the connections of one server, or of all. Resolves with their number. */
      terminate: async (server?: ClusterServer) => {
        const whose = server === undefined ? '' : `AND application_name = '${nameInDatabase(server.name)}'`
        const [ended] = await primary.run(
          `SELECT count(pg_terminate_backend(pid))::int AS it FROM pg_stat_activity
           WHERE datname = '${database}' AND pid <> pg_backend_pid() ${whose}`,
        )
        return Number(ended?.it)
      },
      /** The primary dies as by a power cut, the standby takes its place and its address. Resolves once it takes writes. */
      failOver: async () => {
        if (standby === null) throw new Error('this cluster has no standby')
        await primary.stop('immediate')
        await standby.promote()
        for (const { toPostgres } of servers) toPostgres.retarget(standby.target)
        primary = standby
      },
      lines: () => lines,
      /** Ends that no server could prepare for. */
      kills: () => kills,
      pauses: () => pauses,
    }
  })

export type Cluster = Awaited<ReturnType<typeof openCluster>>
