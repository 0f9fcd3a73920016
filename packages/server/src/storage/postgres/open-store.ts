import type { SharedWebhookStore } from '../../alerts/webhooks/webhook-store.js'
import { OperatorError } from '../../base/errors/operator-error.js'
import { readSealed, sealedColumns, selectSealed } from '../codecs/sealed-columns.js'
import type { Store, StorePorts } from '../store.js'
import { createPostgresAccountAndKeyStore } from './account-and-key-store.js'
import { createPostgresAccountList } from './account-list.js'
import { createPostgresCollectorStateStore } from './collector-state-store.js'
import { createPostgresCredentialStore } from './credential-store.js'
import { openDatabase, type PostgresDatabase, type PostgresOptions } from './database.js'
import { createPostgresFixingStore } from './fixing-store.js'
import { createPostgresHistoryStore, type SeriesIds } from './history-store.js'
import { createPostgresHourlySnapshotStore } from './hourly-snapshot-store.js'
import { createPostgresIdempotencyStore } from './idempotency-store.js'
import { createPostgresInboxStore } from './inbox-store.js'
import { createPostgresInviteStore } from './invite-store.js'
import { migrate } from './migrate.js'
import { createPostgresOfficialRateStore } from './official-rate-store.js'
import { createPostgresOneTimeLinkStore } from './one-time-link-store.js'
import { createPostgresPriceBoardStore } from './price-board-store.js'
import { createPostgresRecentLogIns } from './recent-log-ins.js'
import { createPostgresReporterStore } from './reporter-store.js'
import { createPostgresRuleStore } from './rule-store.js'
import { createPostgresSecondFactorStore } from './second-factor-store.js'
import { createPostgresSessionStore } from './session-store.js'
import { createPostgresUptimeStore } from './uptime-store.js'
import { createPostgresUsageStore } from './usage-store.js'
import { createPostgresWebhookStore } from './webhook-store.js'

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
    reseal: (reseal, note) =>
      database.transaction(async (within) => {
        let count = 0
        for (const sealed of sealedColumns)
          for (const row of (await within.all(`${selectSealed(sealed)} FOR UPDATE`)).map(readSealed)) {
            await within.run(
              `UPDATE ${sealed.table} SET ${sealed.column} = $1 WHERE ${sealed.boundTo} = $2`,
              reseal(row.sealed, row.boundTo),
              row.boundTo,
            )
            count += 1
          }
        await within.run(
          'INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          note.name,
          note.value,
        )
        return count
      }),
    probe: () => ports.setMeta('probe', String(Date.now())),
  }
}

export function portsOver(database: PostgresDatabase, series?: SeriesIds): SharedPorts {
  const getMeta = async (name: string): Promise<string | null> => {
    const row = await database.get('SELECT value FROM meta WHERE name = $1', name)
    return row === null ? null : String(row.value)
  }
  const setMeta = async (name: string, value: string): Promise<void> => {
    await database.run(
      'INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }
  return {
    keys: createPostgresAccountAndKeyStore(database),
    logins: createPostgresCredentialStore(database),
    sessions: createPostgresSessionStore(database),
    recentLogIns: createPostgresRecentLogIns(database),
    links: createPostgresOneTimeLinkStore(database),
    invites: createPostgresInviteStore(database),
    secondFactors: createPostgresSecondFactorStore(database),
    accountList: createPostgresAccountList(database),
    usage: createPostgresUsageStore(database),
    webhooks: createPostgresWebhookStore(database),
    idempotency: createPostgresIdempotencyStore(database),
    sources: createPostgresCollectorStateStore(database),
    uptime: createPostgresUptimeStore(database),
    hourly: createPostgresHourlySnapshotStore(database),
    inboxes: createPostgresInboxStore(database),
    rules: createPostgresRuleStore(database),
    boards: createPostgresPriceBoardStore(database),
    fixings: createPostgresFixingStore(database),
    officials: createPostgresOfficialRateStore(database),
    reporters: createPostgresReporterStore(database),
    history: createPostgresHistoryStore(database, series),
    getMeta,
    setMeta,
    setMetaIfAbsent: async (name, value) => {
      await database.run('INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', name, value)
      return (await getMeta(name)) ?? value
    },
  }
}
