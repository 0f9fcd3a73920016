import type { SharedWebhookStore } from '../../alerts/webhooks/webhook-store.js'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { SeriesIds } from '../history-store.js'
import type { Store, StorePorts } from '../store.js'
import { createAccountAndKeyStore, createAccountList, createCredentialStore } from '../stores/accounts.js'
import { createIdempotencyStore } from '../stores/idempotency.js'
import {
  createInviteStore,
  createOneTimeLinkStore,
  createRecentLogIns,
  createSecondFactorStore,
  createSessionStore,
} from '../stores/log-ins.js'
import { createMetaStore, resealOver } from '../stores/notes-and-secrets.js'
import { createFixingStore, createHourlySnapshotStore, createOfficialRateStore } from '../stores/published-prices.js'
import { createInboxStore, createPriceBoardStore, createReporterStore, createRuleStore } from '../stores/records.js'
import { createCollectorStateStore, createUptimeStore } from '../stores/sources.js'
import { createUsageStore } from '../stores/usage.js'
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
    keys: createAccountAndKeyStore(sql),
    logins: createCredentialStore(sql),
    sessions: createSessionStore(sql),
    recentLogIns: createRecentLogIns(sql),
    links: createOneTimeLinkStore(sql),
    invites: createInviteStore(sql),
    secondFactors: createSecondFactorStore(sql),
    accountList: createAccountList(sql),
    usage: createUsageStore(sql),
    webhooks: createSharedWebhookStore(sql, postgresDeliveryQueues),
    idempotency: createIdempotencyStore(sql, null),
    sources: createCollectorStateStore(sql),
    uptime: createUptimeStore(sql),
    hourly: createHourlySnapshotStore(sql),
    inboxes: createInboxStore(sql),
    rules: createRuleStore(sql),
    boards: createPriceBoardStore(sql),
    fixings: createFixingStore(sql),
    officials: createOfficialRateStore(sql),
    reporters: createReporterStore(sql),
    history: createPostgresHistoryStore(database, series),
    ...createMetaStore(sql),
  }
}
