import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError, UnsupportedDatabaseError } from '../../base/errors/operator-errors.js'
import { version } from '../../base/version.js'
import { NewerDataError } from '../newer-data-error.js'
import type { PostgresDatabase, Statements } from './database.js'
import { steps as ourSteps, type Step } from './schema.js'

type Migrated = { readonly from: number; readonly to: number }

const maxWaitMs = 60_000

/** Takes each step in its own transaction. The other servers poll: to wait in the database could block its work. */
export async function migrate(database: PostgresDatabase, steps: readonly Step[] = ourSteps): Promise<Migrated> {
  const givenUpAt = performance.now() + maxWaitMs
  let from: number | null = null
  for (;;) {
    const found = await database.transaction((within) => oneStep(within, steps)).catch(refuseWithoutRights)
    if (found === 'busy') {
      if (performance.now() > givenUpAt)
        throw new OperatorError('Another server has been changing the database for a minute.')
      await pass(500)
      continue
    }
    from ??= found
    if (found >= steps.length) return { from, to: found }
  }
}

/** Fail at once if another user owns the tables, because a retry can't help. */
function refuseWithoutRights(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === '42501')
    throw new UnsupportedDatabaseError(
      `The database user lacks a right: ${error.message}. It must own the tables, or be a member of the role that does.`,
      { cause: error },
    )
  throw error
}

export async function versionOf(database: Pick<Statements, 'get'>): Promise<number> {
  const table = await database.get(`SELECT to_regclass('step')::text AS name`)
  if (table === null || table.name === null) return 0
  const row = await database.get('SELECT coalesce(max(number), 0) AS newest FROM step')
  return Number(row?.newest)
}

/** A server of another release that is there would fail over the new shape, or write the old one into it. */
async function failIfOlderServersRun(within: Statements): Promise<void> {
  const table = await within.get(`SELECT to_regclass('member')::text AS name`)
  if (table === null || table.name === null) return
  const older = await within.all(
    `SELECT release, count(*)::int AS servers FROM member
     WHERE beat_at > clock_timestamp() - interval '10 seconds' AND release <> $1 GROUP BY release`,
    version,
  )
  if (older.length === 0) return
  const whom = older.map((row) => `${row.servers} of release ${row.release}`).join(', ')
  throw new OperatorError(
    `This release changes the data so that earlier ones cannot go on, and servers still run: ${whom}. Stop them first.`,
  )
}

/** The version that was found; one more step has been taken then, unless it was the newest. */
async function oneStep(within: Statements, steps: readonly Step[]): Promise<number | 'busy'> {
  const lock = await within.get(
    `SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' steps', 0))::int AS ours`,
  )
  if (lock?.ours !== 1) return 'busy'
  await within.run(
    'CREATE TABLE IF NOT EXISTS step (number integer PRIMARY KEY, kind text NOT NULL, at timestamptz NOT NULL)',
  )
  const row = await within.get(
    `SELECT coalesce(max(number), 0) AS newest, coalesce(max(number) FILTER (WHERE kind = 'breaking'), 0) AS breaking FROM step`,
  )
  const [newest, breaking] = [Number(row?.newest), Number(row?.breaking)]
  if (breaking > steps.length) throw new NewerDataError(newest, steps.length)
  const next = steps[newest]
  if (next === undefined) return newest
  if (next.kind === 'breaking') await failIfOlderServersRun(within)
  await within.run(next.sql)
  await within.run('INSERT INTO step (number, kind, at) VALUES ($1, $2, clock_timestamp())', newest + 1, next.kind)
  return newest
}
