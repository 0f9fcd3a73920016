import { join } from 'node:path'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { generatedHistory, openPostgresStore, openSqliteStore } from '@p2p-rates/server/testing'
import { medianOf } from '../median-time.js'
import type { BenchServer, Cluster } from './cluster.js'

const days = 30
const rounds = 3

/** A server that joins others over thirty days of all currencies: from listening until all of it is in its memory. */
export async function measureWarmUp(cluster: Cluster, print: (line: string) => void) {
  const toMs = Date.now()
  const past = () =>
    generatedHistory({
      seed: 7,
      fromMs: toMs - days * 86_400_000,
      toMs,
      fiats: [...fiats],
      exchanges: [...exchangeIds],
    })
  const place = await cluster.newDatabase()
  const shared = await openPostgresStore({ url: place.settings.P2P_DATABASE_URL ?? '' })
  const points = await shared.history.load(past())
  await shared.close()
  print(`  ${points} points in PostgreSQL`)
  const together = await cluster.startServerGroup(1, { place })
  const joining: number[] = []
  for (let round = 0; round < rounds; round++) joining.push(await warmUpMs(await together.join()))
  await together.close()

  const alone: number[] = []
  const dataDir = join(cluster.root, 'past')
  const own = openSqliteStore(dataDir)
  await own.history.load(past())
  own.close()
  for (let round = 0; round < rounds; round++) {
    const group = await cluster.startSingleServer({ settings: { P2P_DATA_DIR: dataDir } })
    const [server] = group.servers
    if (server !== undefined) alone.push(await warmUpMs(server))
    await group.close()
  }
  return {
    history_points: points,
    warm_up_ms: medianOf(joining),
    warm_up_worst_ms: Math.max(...joining),
    alone_warm_up_ms: medianOf(alone),
  }
}

const warmUpMs = async (server: BenchServer): Promise<number> => {
  const listeningAtMs = await server.waitForLine('"listening"')
  return (await server.waitForLine('"the recorded past is in memory"')) - listeningAtMs
}
