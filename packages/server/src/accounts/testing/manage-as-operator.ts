import type { Clock } from '../../base/time/clock.js'
import type { AccountAndKeyStore } from '../account-and-key-store.js'
import type { PublishAccountEvent } from '../account-events.js'
import { createAccountManagement } from '../account-management.js'
import { type RevokingKeyStore, revokingKeyStore } from '../durable-revocation.js'
import { createKeys } from '../keys.js'

/** Accounts and keys as an operator changes them, over a store alone. */
export function manageAsOperator(ports: {
  store: AccountAndKeyStore | RevokingKeyStore
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { publishEvent, clock } = ports
  const store = 'revocationStateOf' in ports.store ? ports.store : revokingKeyStore(ports.store, null)
  const shared = { store, publishEvent, clock, report: () => {} }
  const management = createAccountManagement({ ...shared, webhooks: { idsOf: async () => [], forget: async () => {} } })
  const keys = createKeys({ ...shared, lastUses: async () => new Map() })
  return {
    createAccount: management.create,
    createKey: (accountId: string, label: string | null) => keys.create({ kind: 'operator', accountId }, label),
    revokeKey: (keyId: string) => keys.revoke({ kind: 'operator', accountId: null }, keyId),
    setPlan: (accountId: string, plan: Parameters<typeof management.create>[1]) =>
      management.setPlan({ kind: 'operator' }, accountId, plan),
    keysOf: store.keysOf,
  }
}
