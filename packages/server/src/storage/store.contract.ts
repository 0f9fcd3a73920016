import type { Random } from '@p2p-rates/core/internal'
import { describe } from 'vitest'
import { keyStoreContract, keyStoreRaces } from '../accounts/account-and-key-store.contract.js'
import { type AccountListStores, accountListContract } from '../accounts/account-list.contract.js'
import { idempotencyStoreContract, idempotencyStoreRaces } from '../accounts/idempotency-store.contract.js'
import { type LinkStores, linkStoreContract, linkStoreRaces } from '../accounts/one-time-link-store.contract.js'
import { type LogInStores, recentLogInsContract, recentLogInsRaces } from '../accounts/recent-log-ins.contract.js'
import {
  type SecondFactorStores,
  secondFactorStoreContract,
  secondFactorStoreRaces,
} from '../accounts/second-factor-store.contract.js'
import { type SessionStores, sessionStoreContract, sessionStoreRaces } from '../accounts/session-store.contract.js'
import { usageStoreContract, usageStoreRaces } from '../accounts/usage/usage-store.contract.js'
import { inboxStoreContract, inboxStoreRaces } from '../alerts/channels/inbox-store.contract.js'
import { webhookStoreContract, webhookStoreRaces } from '../alerts/webhooks/webhook-store.contract.js'
import { fixingStoreContract, fixingStoreRaces } from '../history/daily-index/fixing-store.contract.js'
import { historyStoreContract, historyStoreRaces } from '../history/history-store.contract.js'
import {
  hourlySnapshotStoreContract,
  hourlySnapshotStoreRaces,
} from '../history/market-snapshots/hourly-snapshot-store.contract.js'
import { uptimeStoreContract, uptimeStoreRaces } from '../history/source-status/uptime-store.contract.js'
import { trackRecordStoreContract } from '../history/track-record/track-record-store.contract.js'
import { reporterStoreContract, reporterStoreRaces } from '../ingest/agents/reporter-store.contract.js'
import {
  officialRateStoreContract,
  officialRateStoreRaces,
} from '../ingest/central-banks/official-rate-store.contract.js'
import { collectorStateStoreContract, collectorStateStoreRaces } from '../ingest/collector-state-store.contract.js'
import { priceBoardStoreContract, priceBoardStoreRaces } from '../market/price-pages/price-board-store.contract.js'
import { ruleStoreContract, ruleStoreRaces } from '../market/price-rules/rule-store.contract.js'
import { eitherOf } from '../testing/either-of.js'
import type { Store } from './store.js'

type Ports = Pick<
  Store,
  | 'webhooks'
  | 'keys'
  | 'usage'
  | 'idempotency'
  | 'sources'
  | 'uptime'
  | 'history'
  | 'hourly'
  | 'fixings'
  | 'track'
  | 'officials'
  | 'inboxes'
  | 'rules'
  | 'boards'
  | 'reporters'
> & {
  readonly people: SessionStores
  readonly logIns: LogInStores
  readonly links: LinkStores
  readonly factors: SecondFactorStores
  readonly list: AccountListStores
}
type PortName = keyof Ports
const portsIn = (store: Store): Ports => ({
  ...store,
  people: store,
  logIns: store,
  links: store,
  factors: store,
  list: store,
})

type OpenPort = <Name extends PortName>(name: Name) => Promise<Ports[Name]>

export const storeContract = (open: OpenPort) => {
  describe('webhooks', () => webhookStoreContract(() => open('webhooks')))
  describe('keys', () => keyStoreContract(() => open('keys')))
  describe('people', () => sessionStoreContract(() => open('people')))
  describe('attempts to log in', () => recentLogInsContract(() => open('logIns')))
  describe('links', () => linkStoreContract(() => open('links')))
  describe('second factors', () => secondFactorStoreContract(() => open('factors')))
  describe('the list of accounts', () => accountListContract(() => open('list')))
  describe('usage', () => usageStoreContract(() => open('usage')))
  describe('idempotency', () => idempotencyStoreContract(() => open('idempotency')))
  describe('sources', () => collectorStateStoreContract(() => open('sources')))
  describe('uptime', () => uptimeStoreContract(() => open('uptime')))
  describe('history', () => historyStoreContract(() => open('history')))
  describe('hourly', () => hourlySnapshotStoreContract(() => open('hourly')))
  describe('fixings', () => fixingStoreContract(() => open('fixings')))
  describe('track', () => trackRecordStoreContract(() => open('track')))
  describe('officials', () => officialRateStoreContract(() => open('officials')))
  describe('inboxes', () => inboxStoreContract(() => open('inboxes')))
  describe('rules', () => ruleStoreContract(() => open('rules')))
  describe('boards', () => priceBoardStoreContract(() => open('boards')))
  describe('reporters', () => reporterStoreContract(() => open('reporters')))
}

export const each =
  (open: () => Promise<Store>): OpenPort =>
  async (name) =>
    portsIn(await open())[name]

type Twice = () => Promise<readonly [Store, Store]>

/** Two that opened the same data, as two processes do: every call goes to either. */
export const either =
  (twice: Twice, random: Random): OpenPort =>
  async (name) =>
    eitherOf(await bothOf(twice, name), random)

async function bothOf<Name extends PortName>(twice: Twice, name: Name) {
  const [one, other] = await twice()
  return [portsIn(one)[name], portsIn(other)[name]] as const
}

export const storeRaces = (twice: Twice, random: Random) => {
  const openTwo =
    <Name extends PortName>(name: Name) =>
    () =>
      bothOf(twice, name)
  describe('webhooks', () => webhookStoreRaces(openTwo('webhooks'), random))
  describe('people', () => sessionStoreRaces(openTwo('people')))
  describe('attempts to log in', () => recentLogInsRaces(openTwo('logIns')))
  describe('links', () => linkStoreRaces(openTwo('links')))
  describe('second factors', () => secondFactorStoreRaces(openTwo('factors')))
  describe('usage', () => usageStoreRaces(openTwo('usage')))
  describe('sources', () => collectorStateStoreRaces(openTwo('sources')))
  describe('uptime', () => uptimeStoreRaces(openTwo('uptime')))
  describe('history', () => historyStoreRaces(openTwo('history')))
  describe('hourly', () => hourlySnapshotStoreRaces(openTwo('hourly')))
  describe('fixings', () => fixingStoreRaces(openTwo('fixings')))
  describe('officials', () => officialRateStoreRaces(openTwo('officials')))
  describe('inboxes', () => inboxStoreRaces(openTwo('inboxes')))
  describe('rules', () => ruleStoreRaces(openTwo('rules')))
  describe('boards', () => priceBoardStoreRaces(openTwo('boards')))
  describe('reporters', () => reporterStoreRaces(openTwo('reporters')))
  describe('keys', () => keyStoreRaces(openTwo('keys')))
  describe('idempotency', () => idempotencyStoreRaces(openTwo('idempotency')))
}
