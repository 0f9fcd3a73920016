import type { ChangeLog } from '../../feed/change-log.js'
import type { PostgresDatabase } from './database.js'

/** Every writer takes the head's row until it commits, so places rise in the order of the commits. A sequence would not. */
export const createPostgresChangeLog = (database: PostgresDatabase): ChangeLog => ({
  append: async (text) => Number((await database.get('SELECT tell($1) AS seq', text))?.seq),
  head: async () => Number((await database.get('SELECT seq FROM change_head'))?.seq),
  since: async (seq, limit) => {
    // One statement, one state: what is behind the head must be there.
    const rows = await database.all(
      `SELECT head.seq AS head, change.seq, change.event FROM change_head head
       LEFT JOIN change ON change.seq > $1 ORDER BY change.seq LIMIT $2`,
      seq,
      limit,
    )
    const first = rows[0]
    if (first === undefined || first.seq === null) return Number(first?.head) > seq ? null : []
    if (Number(first.seq) !== seq + 1) return null
    return rows.map((row) => ({ seq: Number(row.seq), text: String(row.event) }))
  },
  keepNewest: async (count) => {
    await database.run('DELETE FROM change WHERE seq <= (SELECT seq FROM change_head) - $1::bigint', count)
  },
})
