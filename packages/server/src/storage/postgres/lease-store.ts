import type { LeaseStore } from '../../cluster/lease-store.js'
import type { PostgresDatabase } from './database.js'

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
