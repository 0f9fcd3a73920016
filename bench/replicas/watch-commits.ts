import { dirname } from 'node:path'
import pg from 'pg'
import { monoMs } from '../../proofs/harness/mono-ms.js'

/** When the publications of a currency were committed, by version and by the clock of all processes. */
export type Commits = { readonly atMs: ReadonlyMap<string, number>; stop(): Promise<void> }

const pollMs = 100

/** The database says by its own clock when it began to commit, which is the one of this machine. */
export async function watchCommits(socket: string, database: string, fiat: string): Promise<Commits> {
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
