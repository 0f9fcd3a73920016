import { setTimeout as pass } from 'node:timers/promises'
import { monoMs } from '../../proofs/harness/mono-ms.js'
import { medianOf } from '../median-time.js'
import type { BenchServer, Cluster } from './cluster.js'

const kills = 7
const quietMs = 30_000
const pollMs = 50
const settings = { P2P_FIATS: 'UAH,EUR', P2P_CYCLE_SECONDS: '5' }

/**
 * Kill the holder of the `market` lease repeatedly and measure the time until another server publishes newer prices.
 * Compare with the pace without kills.
 */
export async function measureFailOver(cluster: Cluster, print: (line: string) => void) {
  const place = await cluster.newDatabase()
  const group = await cluster.startServerGroup(3, { place, settings })
  try {
    const servers = new Map<string, BenchServer>(group.servers.map((server) => [server.url, server]))
    const look = async () => {
      const [row] = await cluster.sql(
        `SELECT (SELECT generation FROM fence WHERE name = 'market')::float8 AS generation,
           (SELECT max((event::json->'snapshot'->>'updatedAtMs')::float8) FROM state WHERE about LIKE 'snapshot %') AS newest`,
        place.database,
      )
      return { generation: Number(row?.generation), newest: Number(row?.newest) }
    }
    const untilNewer = async (generation: number, newest: number) => {
      for (;;) {
        const now = await look()
        if (now.generation >= generation && now.newest > newest) return now
        await pass(pollMs)
      }
    }

    const gapsMs: number[] = []
    const quietUntilMs = monoMs() + quietMs
    for (let [at, last] = [monoMs(), await look()]; at < quietUntilMs; ) {
      last = await untilNewer(0, last.newest)
      gapsMs.push(monoMs() - at)
      at = monoMs()
    }

    const failOvers: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const [row] = await cluster.sql(
        `SELECT address FROM member JOIN lease ON holder = id WHERE lease.name = 'market'`,
        place.database,
      )
      const holder = servers.get(String(row?.address))
      if (holder === undefined) throw new Error('nobody has the duty of market')
      const killedAtMs = monoMs()
      await holder.kill()
      servers.delete(holder.url)
      // A commit that the killed server has started may still complete.
      await pass(200)
      const before = await look()
      await untilNewer(before.generation + 1, before.newest)
      failOvers.push(monoMs() - killedAtMs)
      const next = await group.join()
      servers.set(next.url, next)
      // Not always at the same moment of a renewal.
      await pass(4_000 + kill * 450)
    }
    print(`  ${failOvers.map((ms) => (ms / 1000).toFixed(1)).join(' ')} s until another published`)
    return {
      fail_overs: kills,
      fail_over_median_s: medianOf(failOvers) / 1000,
      fail_over_worst_s: Math.max(...failOvers) / 1000,
      undisturbed_gap_worst_s: Math.max(...gapsMs) / 1000,
    }
  } finally {
    await group.close()
  }
}
