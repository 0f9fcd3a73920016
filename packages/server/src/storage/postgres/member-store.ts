import type { Member, MemberStore } from '../../cluster/member-store.js'
import { readJson, type SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresMemberStore = (database: PostgresDatabase): MemberStore => ({
  join: async ({ id, release, address, settings }) => {
    await database.run(upsert, id, release, address, settings, 0, '[]', 0)
  },
  beat: async ({ id, release, address, settings, read, troubles }) => {
    const told = JSON.stringify(troubles)
    const row = await database.get(upsert, id, release, address, settings, read.seq, told, read.writtenUs)
    return Number(row?.now_ms)
  },
  leave: async (id) => {
    await database.run('DELETE FROM member WHERE id = $1', id)
  },
  all: async () =>
    (
      await database.all(
        `SELECT member.*, extract(epoch FROM started_at)::float8 * 1000 AS started_ms,
           extract(epoch FROM clock_timestamp() - beat_at)::float8 * 1000 AS silent_ms,
           (seen_written_us = 0 OR seen_written_us = (extract(epoch FROM change.at) * 1000000)::bigint)::int AS is_of_this_log
         FROM member LEFT JOIN change ON change.seq = member.seen ORDER BY started_at, id`,
      )
    ).map(readMember),
  forgetSilent: async (forMs) => {
    await database.run(`DELETE FROM member WHERE beat_at <= clock_timestamp() - $1 * interval '1 millisecond'`, forMs)
  },
})

/** Disables synchronous commit for this statement, because a heartbeat sent twice a second needs no durability. */
const withoutSync = `set_config('synchronous_commit', 'off', true)`

const upsert = `
  INSERT INTO member (id, release, address, settings, seen, troubles, seen_written_us, started_at, beat_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET release = excluded.release, address = excluded.address,
    settings = excluded.settings, seen = excluded.seen, seen_written_us = excluded.seen_written_us, troubles = excluded.troubles, beat_at = excluded.beat_at
  RETURNING extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms, ${withoutSync}`

const readMember = (row: SqlRow): Member => ({
  id: String(row.id),
  release: String(row.release),
  address: String(row.address),
  settings: String(row.settings),
  startedMs: Number(row.started_ms),
  silentMs: Number(row.silent_ms),
  seen: Number(row.is_of_this_log) === 1 ? Number(row.seen) : 0,
  troubles: readJson(row, 'troubles'),
})
