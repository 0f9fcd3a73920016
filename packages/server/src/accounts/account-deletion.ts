import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore, ApiKey } from './account-and-key-store.js'
import { keyEnded, type PublishAccountEvent } from './account-events.js'
import type { CredentialStore, EndedAccess } from './login-stores.js'

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

/** Ends accounts. The store deletes all that they own in one step; what this server holds in memory follows. */
export function createAccountDeletion(ports: {
  keys: Pick<AccountAndKeyStore, 'keysOf' | 'deleteAccount' | 'deleteUnlessLastAdmin'>
  webhooks: {
    idsOf: (accountId: string) => Promise<readonly string[]>
    forget: (accountId: string, webhookId: string) => Promise<void>
  }
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { keys, webhooks, publishEvent, clock } = ports

  const liveKeysOf = async (accountId: string) =>
    (await keys.keysOf(accountId)).filter((key) => key.revokedAtMs === null)

  const end = async <Verdict>(
    accountId: string,
    deleteIt: () => Promise<Verdict>,
    isDeleted: (verdict: Verdict) => boolean,
  ): Promise<Verdict> => {
    const webhookIds = await webhooks.idsOf(accountId)
    const verdict = await deleteIt()
    if (!isDeleted(verdict)) return verdict
    for (const key of await keys.keysOf(accountId)) await publishEvent(keyEnded(key))
    await publishEvent({ kind: 'sessions_ended', accountId, sessionId: null })
    for (const id of webhookIds) await webhooks.forget(accountId, id)
    return verdict
  }

  return {
    /** For the operator. Returns the keys that were live until now; null if there is no such account. */
    delete: async (accountId: string): Promise<readonly ApiKey[] | null> => {
      const live = await liveKeysOf(accountId)
      const isDeleted = await end(accountId, () => keys.deleteAccount(accountId, clock.wallMs()), Boolean)
      return isDeleted ? live : null
    },
    deleteUnlessLastAdmin: (accountId: string): Promise<'deleted' | 'last_admin' | 'no_account'> =>
      end(
        accountId,
        () => keys.deleteUnlessLastAdmin(accountId, clock.wallMs()),
        (verdict) => verdict === 'deleted',
      ),
  }
}

export type AccountDeletion = ReturnType<typeof createAccountDeletion>
