import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { openFilesLimit } from '@p2p-rates/server/testing'
import pg from 'pg'
import { monoMs } from '../../proofs/harness/wait.js'
import { medianOf } from '../median-time.js'
import type { Broadcast } from '../streams/client-process.js'
import { startClientProcess } from '../streams/start-client-process.js'
import type { Cluster, Group } from './cluster.js'
import { cpuMsOf, moveToCores } from './process-cpu-time.js'

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

/** When the publications of a currency were committed, by version and by the clock of all processes. */
export type Commits = { readonly atMs: ReadonlyMap<string, number>; stop(): Promise<void> }

const pollMs = 100

/** The database says by its own clock when it began to commit, which is the one of this machine. */
async function watchCommits(socket: string, database: string, fiat: string): Promise<Commits> {
  const client = new pg.Client({ host: dirname(socket), port: 5432, user: 'postgres', database })
  client.on('error', () => {})
  await client.connect()
  const atMs = new Map<string, number>()
  let seen = 0
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ seq: string; version: string; wall_ms: number }>(
      `SELECT seq, event::json->'snapshot'->>'version' AS version,
         extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS wall_ms
       FROM state WHERE about = $1 AND seq > $2`,
      [`snapshot ${fiat}`, seen],
    )
    for (const { seq, version, wall_ms } of rows) {
      seen = Number(seq)
      atMs.set(version, wall_ms - wallAheadMs())
    }
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, pollMs)
  return {
    atMs,
    stop: async () => {
      clearInterval(timer)
      await looking
      await client.end()
    },
  }
}

/** Waits for the wall clock's next millisecond, so that it is known to a part of one. */
function wallAheadMs(): number {
  const startMs = Date.now()
  let wallMs = startMs
  while (wallMs === startMs) wallMs = Date.now()
  return wallMs - monoMs()
}
