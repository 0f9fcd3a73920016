import { OperatorError } from '../../refusals/operator-error.js'
import type { Store, StorePlace } from '../store.js'
import { awaitFit } from './await-fit.js'
import { openDatabase, type PostgresDatabase } from './database.js'
import { fenced } from './fenced.js'
import { createPostgresHistoryStore } from './history-store.js'
import { inspectDatabase } from './inspect.js'
import { createPostgresLeaseStore } from './lease-store.js'
import { migrate } from './migrate.js'
import { storeOver } from './open-store.js'
import { refuseBesideServer, servingLease, standBy } from './serving.js'

/** A PostgreSQL database. One server serves its data; others may stand by. */
export function createPostgresPlace(url: string, name: string): StorePlace {
  /** Whatever fails on the way leaves no connection open. */
  async function opened<Result>(
    work: (database: PostgresDatabase) => Promise<Result>,
    options: { readonly onDamage?: (what: string) => void; readonly onWait?: (why: string) => void } = {},
  ): Promise<Result> {
    const { onDamage = () => {}, onWait = () => {} } = options
    const database = openDatabase({ url, onDamage })
    try {
      await awaitFit(database, onWait)
      return await work(database)
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async function forAMoment<Result>(work: (database: PostgresDatabase) => Promise<Result>): Promise<Result> {
    return opened(async (database) => {
      const result = await work(database)
      await database.close()
      return result
    })
  }

  return {
    name,
    openForServer: (onDamage, onWait) =>
      opened(
        async (database) => {
          await migrate(database)
          // A connection of its own: whoever leads must be able to say so, however busy the others are.
          const line = openDatabase({ url, name: 'p2p-rates lease', connections: 1 })
          const serving = await standBy(createPostgresLeaseStore(line), onWait)
          const led = fenced(database, { lease: servingLease, generation: serving.generation })
          return over(led, serving.loss, async () => {
            await serving.stop()
            await Promise.all([line.close(), database.close()])
          })
        },
        { onDamage, onWait },
      ),
    openHistory: (onDamage) => opened(async (database) => createPostgresHistoryStore(database), { onDamage }),
    openForCommand: () =>
      opened(async (database) => {
        await migrate(database)
        const command = await refuseBesideServer(createPostgresLeaseStore(database))
        return over(
          database,
          async () => null,
          async () => {
            await command.end()
            await database.close()
          },
        )
      }),
    backUp: async () => {
      throw new OperatorError('PostgreSQL is backed up with its own tools: pg_dump, or a base backup and its log.')
    },
    inspect: (backup) => {
      if (backup !== null) throw new OperatorError('A backup of PostgreSQL is checked by restoring it somewhere.')
      return forAMoment(async (database) => ({ place: name, ...(await inspectDatabase(database)) }))
    },
    migrate: () => forAMoment(migrate),
  }
}

const over = (database: PostgresDatabase, loss: Store['loss'], close: Store['close']): Store => ({
  ...storeOver(database),
  loss,
  close,
})
