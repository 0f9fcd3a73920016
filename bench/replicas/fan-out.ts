import { cpus } from 'node:os'
import { setTimeout as pass } from 'node:timers/promises'
import { openFilesLimit } from '@p2p-rates/server/testing'
import { medianOf } from '../median-time.js'
import type { Broadcast } from '../streams/client-process.js'
import { startClientProcess } from '../streams/start-client-process.js'
import type { Cluster, Group } from './cluster.js'
import { cpuMsOf, moveToCores } from './process-cpu-time.js'
import { type Commits, watchCommits } from './watch-commits.js'

const wantedStreams = 10_000
/** Files that the streams' process needs besides its sockets. */
const otherFiles = 200
const accounts = 64
const listenMs = 25_000
const fiat = 'UAH'
const settings = { P2P_FIATS: fiat, P2P_CYCLE_SECONDS: '2', P2P_MAX_STREAMS: String(2 * wantedStreams) }

/**
 * Delay from the commit of a publication to the last stream. Compares streams spread over three servers with one server
 * that holds all.
 */
export async function measureFanOut(cluster: Cluster, print: (line: string) => void) {
  const streams = Math.min(wantedStreams, (openFilesLimit() ?? Number.POSITIVE_INFINITY) - otherFiles)
  const alone = await cluster.startSingleServer({ settings })
  const ofAlone = await listenTo(alone, streams, async () => {})
  await alone.close()

  const place = await cluster.newDatabase()
  const together = await cluster.startServerGroup(3, { place, settings })
  let commits: Commits | null = null
  const { broadcasts, cpuMsPerSnapshot } = await listenTo(together, streams, async () => {
    commits = await watchCommits(cluster.postgresSocket, place.database, fiat)
  })
  await (commits as Commits | null)?.stop()
  await together.close()

  const committedAtMs = (commits as Commits | null)?.atMs ?? new Map<string, number>()
  const delays = whole(broadcasts, streams).flatMap(({ id, lastAtMs }) => {
    const atMs = committedAtMs.get(id)
    return atMs === undefined ? [] : [lastAtMs - atMs]
  })
  if (delays.length < 3) throw new Error(`only ${delays.length} publications reached all ${streams} streams`)
  print(`  ${delays.map((ms) => ms.toFixed(0)).join(' ')} ms from the commit to the last of ${streams} streams`)
  return {
    streams,
    snapshot_to_last_stream_ms: medianOf(delays),
    snapshot_to_last_stream_worst_ms: Math.max(...delays),
    first_to_last_stream_ms: medianOf(whole(broadcasts, streams).map(({ spreadMs }) => spreadMs)),
    cpu_ms_per_snapshot: cpuMsPerSnapshot,
    alone_cpu_ms_per_snapshot: ofAlone.cpuMsPerSnapshot,
    alone_first_to_last_stream_ms: medianOf(whole(ofAlone.broadcasts, streams).map(({ spreadMs }) => spreadMs)),
  }
}

async function listenTo(group: Group, streams: number, whenOpen: () => Promise<void>) {
  const fleet = startClientProcess()
  try {
    const pids = group.servers.map(({ pid }) => pid)
    // Three servers on the first core alone would wait for each other.
    moveToCores(`0-${cpus().length - 1}`, pids)
    const keys = await group.makeKeys(accounts)
    let left = streams
    for (const [index, { url }] of group.servers.entries()) {
      const share = Math.ceil(left / (group.servers.length - index))
      await fleet.open(Number(new URL(url).port), keys, share)
      left -= share
    }
    await whenOpen()
    await pass(3_000)
    const before = cpuMsOf(pids)
    const broadcasts = await fleet.listen(listenMs)
    // CPU of all servers, including their other work.
    return { broadcasts, cpuMsPerSnapshot: (cpuMsOf(pids) - before) / broadcasts.length }
  } finally {
    fleet.stop()
  }
}

const whole = (broadcasts: readonly Broadcast[], streams: number): readonly Broadcast[] =>
  broadcasts.filter(({ clients }) => clients === streams)
