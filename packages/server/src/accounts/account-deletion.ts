import type { Clock } from '../base/time/clock.js'
import type { ApiKey } from './account-and-api-key.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import { keyEnded, type PublishAccountEvent } from './account-events.js'

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
