import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import { keyEnded, type PublishAccountEvent } from './account-events.js'
import type { CredentialStore, EndedAccess } from './credential-store.js'

export type AccessCounts = { readonly keys: number; readonly webhooks: number; readonly inboxes: number }

/** Webhooks and inboxes of accounts, which other rooms look after. */
export type AlertReceivers = {
  count(accountId: string): Promise<Omit<AccessCounts, 'keys'>>
  /** Stops the deliveries of a webhook that the store has deleted. */
  forget(accountId: string, webhookId: string): Promise<void>
}

/** Keys, webhooks and inboxes of an account taken together: an intruder may have left one of them behind. */
export function createAccessRevocation(ports: {
  keys: Pick<AccountAndKeyStore, 'keysOf'>
  logins: Pick<CredentialStore, 'endAccess'>
  receivers: AlertReceivers
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { keys, logins, receivers, publishEvent, clock } = ports

  const publishEnded = async (accountId: string, { keyIds, webhookIds }: EndedAccess): Promise<void> => {
    for (const key of await keys.keysOf(accountId)) if (keyIds.includes(key.id)) await publishEvent(keyEnded(key))
    for (const id of webhookIds) await receivers.forget(accountId, id)
  }

  return {
    follow: publishEnded,
    countAccess: async (accountId: string): Promise<AccessCounts> => ({
      keys: (await keys.keysOf(accountId)).filter(({ revokedAtMs }) => revokedAtMs === null).length,
      ...(await receivers.count(accountId)),
    }),
    endAccess: async (accountId: string): Promise<void> =>
      publishEnded(accountId, await logins.endAccess(accountId, clock.wallMs())),
  }
}

export type AccessRevocation = ReturnType<typeof createAccessRevocation>
