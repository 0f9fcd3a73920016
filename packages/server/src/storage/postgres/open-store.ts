import type { SharedWebhookStore } from '../../alerts/webhooks/webhook-store.js'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { SeriesIds } from '../history-store.js'
import type { Store, StorePorts } from '../store.js'
import { storesOver } from '../stores/all.js'
import { createIdempotencyStore } from '../stores/idempotency.js'
import { resealOver } from '../stores/notes-and-secrets.js'
import { createSharedWebhookStore } from '../stores/webhooks.js'
import { openDatabase, type PostgresDatabase, type PostgresOptions } from './database.js'
import { postgresDeliveryQueues } from './delivery-queues.js'
import { createPostgresHistoryStore } from './history-store.js'
import { migrate } from './migrate.js'
import { createPostgresSql } from './postgres-sql.js'

type SharedPorts = StorePorts & { readonly webhooks: SharedWebhookStore }
export type PostgresStore = Store & SharedPorts

export async function openPostgresStore(opening: PostgresOptions): Promise<PostgresStore> {
  const database = openDatabase(opening)
  try {
    await migrate(database)
    return { ...storeOver(database), cluster: null, dataHealth: async () => null, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

export function storeOver(database: PostgresDatabase): Omit<PostgresStore, 'cluster' | 'dataHealth' | 'close'> {
  const ports = portsOver(database)
  return {
    ...ports,
    restore: async () => {
      throw new OperatorError(
        'A PostgreSQL database is restored with its own tools: pg_restore, or point-in-time recovery.',
      )
    },
    reseal: resealOver(createPostgresSql(database)),
    probe: () => ports.setMeta('probe', String(Date.now())),
  }
}

export function portsOver(database: PostgresDatabase, series?: SeriesIds): SharedPorts {
  const sql = createPostgresSql(database)
  return {
    ...storesOver(sql),
    webhooks: createSharedWebhookStore(sql, postgresDeliveryQueues),
    idempotency: createIdempotencyStore(sql, null),
    history: createPostgresHistoryStore(database, series),
  }
}
