import type { Sql } from '../sql.js'
import { createAccountAndKeyStore, createAccountList, createCredentialStore } from './accounts.js'
import {
  createInviteStore,
  createOneTimeLinkStore,
  createRecentLogIns,
  createSecondFactorStore,
  createSessionStore,
} from './log-ins.js'
import { createMetaStore } from './notes-and-secrets.js'
import {
  createFixingStore,
  createHourlySnapshotStore,
  createOfficialRateStore,
  createTrackRecordStore,
} from './published-prices.js'
import { createInboxStore, createPriceBoardStore, createReporterStore, createRuleStore } from './records.js'
import { createCollectorStateStore, createUptimeStore } from './sources.js'
import { createUsageStore } from './usage.js'

/** The stores that need nothing of their engine. */
export const storesOver = (sql: Sql) => ({
  keys: createAccountAndKeyStore(sql),
  logins: createCredentialStore(sql),
  sessions: createSessionStore(sql),
  recentLogIns: createRecentLogIns(sql),
  links: createOneTimeLinkStore(sql),
  invites: createInviteStore(sql),
  secondFactors: createSecondFactorStore(sql),
  accountList: createAccountList(sql),
  usage: createUsageStore(sql),
  sources: createCollectorStateStore(sql),
  uptime: createUptimeStore(sql),
  hourly: createHourlySnapshotStore(sql),
  inboxes: createInboxStore(sql),
  rules: createRuleStore(sql),
  boards: createPriceBoardStore(sql),
  fixings: createFixingStore(sql),
  track: createTrackRecordStore(sql),
  officials: createOfficialRateStore(sql),
  reporters: createReporterStore(sql),
  ...createMetaStore(sql),
})
