import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/core/internal'
import type { Partition } from '../harness/network-partition.js'
import { monoMs, until } from '../harness/wait.js'
import type { Cluster } from './cluster.js'
import type { ClusterServer } from './cluster-server.js'

/** The cluster is healthy before and, a while later, after it. */
export type ClusterFault = {
  readonly name: string
  readonly cause: (cluster: Cluster, random: Random) => Promise<unknown>
}

const any = ({ servers }: Cluster, random: Random): ClusterServer => random.pick(servers)

const withPartition =
  (cutOf: (server: ClusterServer) => Partition, shortestMs: number, longestMs: number): ClusterFault['cause'] =>
  async (cluster, random) => {
    const cut = cutOf(any(cluster, random))
    cut.set(random.pick(['reset', 'stall', 'one-way']))
    await pass(random.integer(shortestMs, longestMs))
    cut.set('pass')
    // Data in flight is lost or arrives, at random.
    if (random.chance(0.5)) cut.break()
  }

/** Faults that don't affect any server's access to Redis. */
export const serverFaults: readonly ClusterFault[] = [
  {
    name: 'a server is killed',
    cause: async (cluster, random) => {
      const server = any(cluster, random)
      await server.end('SIGKILL')
      await server.start()
    },
  },
  {
    name: 'a server is paused',
    cause: async (cluster, random) => {
      const server = any(cluster, random)
      server.pause()
      await pass(random.integer(3_000, 6_000))
      server.resume()
    },
  },
]

export const postgresFaults: readonly ClusterFault[] = [
  { name: 'a server is cut off from PostgreSQL', cause: withPartition(({ toPostgres }) => toPostgres, 500, 4_000) },
  {
    name: 'what a server is writing is acknowledged to nobody',
    cause: async (cluster, random) => {
      for (let time = 0; time < 3; time++) {
        const { toPostgres } = any(cluster, random)
        toPostgres.set('one-way')
        await pass(random.integer(200, 600))
        toPostgres.break()
        toPostgres.set('pass')
      }
    },
  },
  { name: 'all connections to PostgreSQL are ended', cause: (cluster) => cluster.terminate() },
  {
    name: 'the connections of a server to PostgreSQL are ended',
    cause: (cluster, random) => cluster.terminate(any(cluster, random)),
  },
  {
    name: 'PostgreSQL stops as by a power cut and comes back',
    cause: async (cluster) => {
      await cluster.primary().stop('immediate')
      await cluster.primary().start()
    },
  },
]

export const failOver: ClusterFault = { name: 'the standby takes over', cause: (cluster) => cluster.failOver() }

export const redisFaults: readonly ClusterFault[] = [
  {
    name: 'Redis stands still',
    cause: async ({ redis }, random) => {
      redis.stall()
      await pass(random.integer(500, 6_000))
      redis.resume()
    },
  },
  {
    name: 'Redis is emptied',
    cause: async (cluster) => {
      const sinceMs = monoMs()
      await cluster.redis.run('FLUSHALL')
      await allTogetherSince(cluster, sinceMs)
    },
  },
  {
    name: 'Redis is killed and comes back empty',
    cause: async (cluster, random) => {
      const sinceMs = monoMs()
      await cluster.redis.kill()
      await pass(random.integer(0, 3_000))
      await cluster.redis.start()
      await allTogetherSince(cluster, sinceMs)
    },
  },
  { name: 'a server is cut off from Redis', cause: withPartition(({ toRedis }) => toRedis, 500, 6_000) },
]

/** Wait until every server is ready, has sent a heartbeat since now, and shares its counts through Redis. */
export async function untilAllHealthy(cluster: Cluster): Promise<void> {
  await Promise.all(cluster.servers.map((server) => server.ready()))
  const [{ now } = {}] = await cluster.sql('SELECT clock_timestamp()::text AS now')
  const well = `SELECT count(*) AS count FROM member WHERE beat_at > '${now}' AND troubles = '[]'`
  await until('all servers are well', async () => {
    const [row] = await cluster.sql(well)
    const alone = cluster.servers.filter((server) => !countsWithOthers(cluster, server))
    const heard = Number(row?.count)
    return heard >= cluster.servers.length && alone.length === 0
      ? null
      : `${heard} are heard of since ${now}, ${alone.map(({ name }) => name)} count alone`
  })
}

async function allTogetherSince(cluster: Cluster, sinceMs: number): Promise<void> {
  const isBack = ({ name }: ClusterServer) =>
    cluster
      .lines()
      .some(({ server, atMs, text }) => server === name && atMs > sinceMs && text.includes('counted together'))
  await until('all count together again', async () => {
    const missing = cluster.servers.filter((server) => !isBack(server))
    return missing.length === 0 ? null : missing.map(({ name }) => name).join()
  })
}

function countsWithOthers(cluster: Cluster, { name }: ClusterServer): boolean {
  const last = cluster.lines().findLast(({ server, text }) => server === name && text.includes('limits are counted'))
  return last === undefined || last.text.includes('together')
}
