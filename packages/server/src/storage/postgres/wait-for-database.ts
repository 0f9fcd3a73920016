import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { StorageUnavailableError } from '../../errors/storage-unavailable.js'
import { UnfitEngineError } from '../../errors/unsupported-database.js'
import type { SqlRow } from '../codecs/columns.js'
import type { Statements } from './database.js'

/** Maximum wait for the database at startup, for example after a reboot of the machine: 1 minute. */
const patienceMs = 60_000

export async function waitForDatabase(database: Statements, onWait: (why: string) => void): Promise<void> {
  const givenUpAt = performance.now() + patienceMs
  let isTold = false
  for (;;) {
    try {
      const row = await database.get(facts)
      if (row?.is_standby !== 1) return refuseUnfit(row ?? {})
      throw new StorageUnavailableError('The database is a standby of another one.')
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      refuseForGood(error)
      if (performance.now() > givenUpAt) throw error
      if (!isTold) onWait(`${error.message} Waiting for it for a minute at most.`)
      isTold = true
      await pass(500)
    }
  }
}

const facts = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
    pg_is_in_recovery()::int AS is_standby, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)::int AS may_create`

function refuseUnfit({ version, encoding, may_create: mayCreate }: SqlRow): void {
  if (Number(version) < 140_000)
    throw new UnfitEngineError(`PostgreSQL 14 or newer is needed; this is ${Math.floor(Number(version) / 10_000)}.`)
  if (encoding !== 'UTF8')
    throw new UnfitEngineError(`The database must have the encoding UTF8; this one has ${encoding}.`)
  if (mayCreate !== 1)
    throw new UnfitEngineError(
      'The database user has no right to create tables: GRANT CREATE ON SCHEMA public, or a schema of its own.',
    )
}

/** Wrong password, no such user, no such database: no waiting changes that. */
function refuseForGood({ cause }: StorageUnavailableError): void {
  if (cause instanceof pg.DatabaseError && /^(?:28|3D)/.test(cause.code ?? ''))
    throw new UnfitEngineError(`The database refuses us: ${cause.message}.`)
}
