import { randomBytes } from 'node:crypto'
import type { LeaseStore } from '../../cluster/lease.js'
import type { Member, MemberStore } from '../../cluster/membership.js'
import { nonceMs, type PollNonces } from '../../ingest/agents/poll-nonces.js'
import type { ReadingQueue, StoredReading } from '../../ingest/reading-queue.js'
import { readJson, type SqlRow } from '../codecs/sql-values.js'
import type { SeriesIds } from '../history-store.js'
import type { ClusterStore, LeaderStore } from '../store.js'
import { createPostgresChangeLog } from './change-log.js'
import type { PostgresDatabase, Statements } from './database.js'
import { portsOver } from './open-store.js'
import { createPostgresOpenTasks, createPostgresPostedTasks } from './task-board.js'
import { withFencing } from './with-fencing.js'

/** `line` holds reserved connections, so that leases and heartbeats always work. */
export const createClusterStore = (database: PostgresDatabase, line: PostgresDatabase): ClusterStore => ({
  changes: createPostgresChangeLog(line),
  leases: createPostgresLeaseStore(line),
  members: createPostgresMemberStore(line),
  webhooks: portsOver(database).webhooks,
  readings: createPostgresReadingQueue(database),
  tasks: createPostgresOpenTasks(database),
  pollNonces: createPostgresPollNonces(database),
  asLeader: (lease, generation) => createLeaderStore(withFencing(database, { lease, generation }), lease),
})

const createLeaderStore = (database: PostgresDatabase, lease: string, series: SeriesIds = new Map()): LeaderStore => ({
  ...portsOver(database, series),
  changes: createPostgresChangeLog(database),
  readings: createPostgresReadingQueue(database),
  tasks: createPostgresPostedTasks(database, lease),
  inTransaction: async (work) => {
    let learnt: SeriesIds = new Map()
    const result = await database.transaction((within) => {
      learnt = new Map(series)
      return work(createLeaderStore(withinTransaction(database, within), lease, learnt))
    })
    // Series that were new there are on record only now.
    for (const [name, id] of learnt) series.set(name, id)
    return result
  },
})

const withinTransaction = (database: PostgresDatabase, within: Statements): PostgresDatabase => ({
  ...within,
  transaction: (work) => work(within),
  snapshot: (work) => work(within),
  reportDamage: database.reportDamage,
  close: async () => {},
})

/** Whichever server has given one out, any takes it, and one of them once. */
export const createPostgresPollNonces = (database: PostgresDatabase): PollNonces => ({
  issue: (reporter) =>
    database.transaction(async (within) => {
      const nonce = randomBytes(18).toString('base64url')
      await within.run('DELETE FROM poll_nonce WHERE ends_at < clock_timestamp()')
      await within.run(
        `INSERT INTO poll_nonce (nonce, reporter, ends_at)
         VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')`,
        nonce,
        reporter,
        nonceMs,
      )
      return nonce
    }),
  use: async (reporter, nonce) =>
    (await database.run(
      'DELETE FROM poll_nonce WHERE nonce = $1 AND reporter = $2 AND ends_at >= clock_timestamp()',
      nonce,
      reporter,
    )) > 0,
})

export const createPostgresReadingQueue = (database: PostgresDatabase): ReadingQueue => ({
  putReading: ({ exchange, fiat, side, text, ageMs }, position) =>
    database.transaction(async (within) => {
      await within.run(
        `INSERT INTO handed_reading (exchange, fiat, side, place, asked_at, reading)
         VALUES ($1, $2, $3, $4, clock_timestamp() - $5 * interval '1 millisecond', $6)
         ON CONFLICT (exchange, fiat, side) DO UPDATE SET place = excluded.place, asked_at = excluded.asked_at,
           reading = excluded.reading`,
        exchange,
        fiat,
        side,
        position,
        ageMs(),
        text,
      )
    }),
  readingsSince: async (position) =>
    (
      await database.all(
        `SELECT *, ${age} FROM handed_reading
         WHERE place > $1 AND place <= (SELECT seq FROM change_head) AND ${hasAge} ORDER BY place, fiat, side`,
        position,
      )
    ).map(readStoredReading),
  agesOf: async (exchange) =>
    (
      await database.all(`SELECT fiat, side, ${age} FROM handed_reading WHERE exchange = $1 AND ${hasAge}`, exchange)
    ).map((row) => ({ fiat: String(row.fiat), side: String(row.side), ageMs: Number(row.age_ms) })),
})

/** Skips rows with an invalid time, so that one damaged row doesn't block reading the rest. */
const hasAge = 'isfinite(asked_at)'

const age = 'extract(epoch FROM clock_timestamp() - asked_at)::float8 * 1000 AS age_ms'

const readStoredReading = (row: SqlRow): StoredReading => ({
  exchange: String(row.exchange),
  fiat: String(row.fiat),
  side: String(row.side),
  place: Number(row.place),
  ageMs: Number(row.age_ms),
  text: String(row.reading),
})

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

const inMs = `$3 * interval '1 millisecond'`

export const createPostgresLeaseStore = (database: PostgresDatabase): LeaseStore => ({
  acquireLease: (name, holder, forMs) =>
    database.transaction(async (within) => {
      const won = await within.run(
        `INSERT INTO lease (name, holder, expires_at) VALUES ($1, $2, clock_timestamp() + ${inMs})
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = clock_timestamp() + ${inMs}
           WHERE lease.expires_at < clock_timestamp()`,
        name,
        holder,
        forMs,
      )
      if (won === 0) return null
      // Waits for the previous holder's current write. The new generation rejects its later writes.
      const row = await within.get(
        `INSERT INTO fence (name, generation) VALUES ($1, 1)
         ON CONFLICT (name) DO UPDATE SET generation = fence.generation + 1 RETURNING generation`,
        name,
      )
      return Number(row?.generation)
    }),
  renewLease: async (name, holder, forMs) =>
    (await database.run(
      `UPDATE lease SET expires_at = clock_timestamp() + ${inMs}
       WHERE name = $1 AND holder = $2 AND expires_at > '-infinity'`,
      name,
      holder,
      forMs,
    )) > 0,
  releaseLease: async (name, holder) => {
    await database.run(`UPDATE lease SET expires_at = '-infinity' WHERE name = $1 AND holder = $2`, name, holder)
  },
  all: async () => {
    const rows = await database.all(
      `SELECT name, holder, generation,
         CASE WHEN isfinite(expires_at) THEN extract(epoch FROM expires_at - clock_timestamp()) * 1000 ELSE -1 END::float8 AS left_ms
       FROM lease JOIN fence USING (name) ORDER BY name`,
    )
    return rows.map((row) => ({
      name: String(row.name),
      holder: String(row.holder),
      generation: Number(row.generation),
      leftMs: Number(row.left_ms),
    }))
  },
})
