import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { UnsupportedDatabaseError } from '../../base/errors/operator-errors.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { Statements } from './database.js'

/** Maximum wait for the database at startup, for example after a reboot of the machine: 1 minute. */
const maxWaitMs = 60_000

export async function waitForDatabase(database: Statements, onWait: (why: string) => void): Promise<void> {
  const givenUpAt = performance.now() + maxWaitMs
  let hasReported = false
  for (;;) {
    try {
      const row = await database.get(facts)
      if (row?.is_standby !== 1) return rejectUnsupported(row ?? {})
      throw new StorageUnavailableError('The database is a standby of another one.')
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      failIfPermanent(error)
      if (performance.now() > givenUpAt) throw error
      if (!hasReported) onWait(`${error.message} Waiting for it for a minute at most.`)
      hasReported = true
      await pass(500)
    }
  }
}

const facts = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
    pg_is_in_recovery()::int AS is_standby, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)::int AS may_create`

function rejectUnsupported({ version, encoding, may_create: mayCreate }: SqlRow): void {
  if (Number(version) < 140_000)
    throw new UnsupportedDatabaseError(
      `PostgreSQL 14 or newer is needed; this is ${Math.floor(Number(version) / 10_000)}.`,
    )
  if (encoding !== 'UTF8')
    throw new UnsupportedDatabaseError(`The database must have the encoding UTF8; this one has ${encoding}.`)
  if (mayCreate !== 1)
    throw new UnsupportedDatabaseError(
      'The database user has no right to create tables: GRANT CREATE ON SCHEMA public, or a schema of its own.',
    )
}

/** Wrong password, no such user, no such database: no waiting changes that. */
function failIfPermanent({ cause }: StorageUnavailableError): void {
  if (cause instanceof pg.DatabaseError && /^(?:28|3D)/.test(cause.code ?? ''))
    throw new UnsupportedDatabaseError(`The database refuses us: ${cause.message}.`)
}
