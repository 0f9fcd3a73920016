import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError, UnsupportedDatabaseError } from '../../base/errors/operator-errors.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { ClusterStore, Store, StoreLocation } from '../store.js'
import { createHourlySnapshotStore } from '../stores/published-prices.js'
import { createClusterStore, createPostgresLeaseStore } from './cluster-store.js'
import { openDatabase, type PostgresDatabase, type Statements } from './database.js'
import { createPostgresHistoryStore } from './history-store.js'
import { inspectDatabase } from './inspect.js'
import { migrate } from './migrate.js'
import { storeOver } from './open-store.js'
import { createPostgresSql } from './postgres-sql.js'
import { acquireServingLease, lockForCommand, servingLease, waitForLease } from './serving-lease.js'
import { withFencing } from './with-fencing.js'

/** A PostgreSQL database. One server serves its data and others may stand by, or several share them. */
export function createPostgresLocation(url: string, name: string, isShared: boolean): StoreLocation {
  /** Whatever fails on the way leaves no connection open. */
  async function withOpenDatabase<Result>(
    work: (database: PostgresDatabase) => Promise<Result>,
    { onDamage = (_what: string): void => {}, onWait = (_why: string): void => {} } = {},
  ): Promise<Result> {
    const database = openDatabase({ url, onDamage })
    try {
      await waitForDatabase(database, onWait)
      return await work(database)
    } catch (error) {
      await database.close()
      throw error
    }
  }

  const withShortConnection = <Result>(work: (database: PostgresDatabase) => Promise<Result>): Promise<Result> =>
    withOpenDatabase(async (database) => {
      const result = await work(database)
      await database.close()
      return result
    })

  /** Opens separate connections for leases and heartbeats, so that they work while all other connections are busy. */
  const openLeaseConnections = () => openDatabase({ url, name: 'p2p-rates cluster', connections: isShared ? 3 : 1 })

  return {
    name,
    openForServer: (onDamage, onWait) =>
      withOpenDatabase(
        async (database) => {
          await migrate(database)
          const line = openLeaseConnections()
          return (isShared ? openShared : openExclusive)(database, line, onWait).catch(async (error: unknown) => {
            await line.close()
            throw error
          })
        },
        { onDamage, onWait },
      ),
    openHistoryReader: (onDamage) =>
      withOpenDatabase(
        async (database) => ({
          history: createPostgresHistoryStore(database),
          hourly: createHourlySnapshotStore(createPostgresSql(database)),
        }),
        { onDamage },
      ),
    openForCommand: () =>
      withOpenDatabase(async (database) => {
        await migrate(database)
        if (isShared) {
          const line = openLeaseConnections()
          return toStore(storeOver(database), createClusterStore(database, line), async () => {}, line, database)
        }
        const command = await lockForCommand(createPostgresLeaseStore(database))
        return toStore(storeOver(database), null, command.end, database)
      }),
    backUp: async () => {
      throw new OperatorError('PostgreSQL is backed up with its own tools: pg_dump, or a base backup and its log.')
    },
    inspect: (backup) => {
      if (backup !== null) throw new OperatorError('A backup of PostgreSQL is checked by restoring it somewhere.')
      return withShortConnection(async (database) => ({ place: name, ...(await inspectDatabase(database)) }))
    },
    quarantine: async () => {
      throw new OperatorError('PostgreSQL is repaired and restored with its own tools.')
    },
    migrate: () => withShortConnection(migrate),
  }
}

type OnWait = (why: string) => void

async function openExclusive(database: PostgresDatabase, line: PostgresDatabase, onWait: OnWait): Promise<Store> {
  const serving = await waitForLease(createPostgresLeaseStore(line), onWait)
  // Migrate again, because the server before may have run a newer release.
  await migrate(database)
  const led = withFencing(database, { lease: servingLease, generation: serving.fencingToken })
  return { ...toStore(storeOver(led), null, serving.stop, line, database), dataHealth: serving.dataHealth }
}

async function openShared(database: PostgresDatabase, line: PostgresDatabase, onWait: OnWait): Promise<Store> {
  const serving = await acquireServingLease(createPostgresLeaseStore(line), onWait)
  const sharing = createClusterStore(database, line)
  return { ...toStore(storeOver(database), sharing, serving.stop, line, database), dataHealth: serving.dataHealth }
}

const toStore = (
  store: ReturnType<typeof storeOver>,
  cluster: ClusterStore | null,
  end: () => Promise<void>,
  ...databases: readonly PostgresDatabase[]
): Store => ({
  ...store,
  cluster,
  dataHealth: async () => null,
  close: async () => {
    await end()
    await Promise.all(databases.map((database) => database.close()))
  },
})

const maxWaitMs = 60_000

async function waitForDatabase(database: Statements, onWait: (why: string) => void): Promise<void> {
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
      'The database user may not create tables. Run GRANT CREATE ON SCHEMA public TO that user, or give it its own schema.',
    )
}

/** Wrong password, no such user, no such database: no waiting changes that. */
function failIfPermanent({ cause }: StorageUnavailableError): void {
  if (cause instanceof pg.DatabaseError && /^(?:28|3D)/.test(cause.code ?? ''))
    throw new UnsupportedDatabaseError(`The database refuses us: ${cause.message}.`)
}
