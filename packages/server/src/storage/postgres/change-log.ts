import type { ChangeLog, LoggedChange, LogPosition } from '../../cluster/events/change-log.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

/** Every writer takes the head's row until it commits, so places rise in the order of the commits. A sequence would not. */
export const createPostgresChangeLog = (database: PostgresDatabase): ChangeLog => ({
  append: (text) =>
    database.transaction(async (within) => Number((await within.get('SELECT tell($1) AS seq', text))?.seq)),
  appendState: (about, text) =>
    database.transaction(async (within) =>
      Number((await within.get('SELECT tell_state($1, $2) AS seq', about, text))?.seq),
    ),
  head: async () =>
    readLogPosition(
      await database.get(
        `SELECT head.seq, ${writtenUs('change')}
         FROM (SELECT seq FROM change_head) head LEFT JOIN change ON change.seq = head.seq`,
      ),
    ),
  changesSince: async ({ seq, writtenUs: readUs }, limit, known = []) => {
    // Read in one statement, so that head and changes are consistent. LIMIT tells the planner that each part is small.
    // Without statistics it would overestimate the rows and spend 50 times the run time on compilation.
    const rows = await database.all(
      `SELECT head.forgotten, head.seq AS newest, change.seq, ${ageMs('change')}, ${writtenUs('change')},
         (SELECT ${writtenUs('read')} FROM change read WHERE read.seq = $1) AS read_us,
         CASE WHEN change.seq = ANY ($3::bigint[]) THEN NULL ELSE coalesce(change.event, state.event) END AS event
       FROM (SELECT forgotten, seq FROM change_head LIMIT 1) head
       LEFT JOIN LATERAL (SELECT * FROM change WHERE change.seq > $1 ORDER BY change.seq LIMIT $2) change ON true
       LEFT JOIN state ON state.about = change.about AND state.seq = change.seq
       ORDER BY change.seq`,
      seq,
      limit,
      known,
    )
    const { forgotten, newest, read_us } = rows[0] ?? {}
    if (seq > Number(newest)) return 'lost'
    if (seq < Number(forgotten)) return 'forgotten'
    if (readUs > 0 && Number(read_us) !== readUs) return 'lost'
    return rows.filter((row) => row.seq !== null).map(readChange)
  },
  states: async () =>
    (await database.all(`SELECT seq, event, ${ageMs('state')} FROM state ORDER BY seq`)).map(readChange),
  keepNewest: (count) =>
    database.transaction(async (within) => {
      await within.run('UPDATE change_head SET forgotten = greatest(forgotten, seq - $1::bigint)', count)
      // Keep the last forgotten entry. A server that has read up to it uses it to verify that the log is the same.
      await within.run('DELETE FROM change WHERE seq < (SELECT forgotten FROM change_head)')
    }),
})

const ageMs = (table: string): string => `extract(epoch FROM clock_timestamp() - ${table}.at)::float8 * 1000 AS age_ms`

const writtenUs = (table: string): string => `(extract(epoch FROM ${table}.at) * 1000000)::bigint AS written_us`

const readLogPosition = (row: SqlRow | null): LogPosition => ({
  seq: Number(row?.seq),
  writtenUs: Number(row?.written_us ?? 0),
})

const readChange = (row: SqlRow): LoggedChange => ({
  ...readLogPosition(row),
  text: row.event === null ? null : String(row.event),
  ageMs: Number(row.age_ms),
})
