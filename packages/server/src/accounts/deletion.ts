import type { Clock } from '../time/clock.js'
import type { ApiKey } from './account.js'
import { keyEnded, type TellOfAccounts } from './account-changes.js'
import type { KeyStore } from './key-store.js'

/** Ends accounts, whoever asks for it: keys, webhooks, log-in and sessions go with them, counted usage stays. */
export function createDeletion(ports: {
  keys: Pick<KeyStore, 'keysOf' | 'deleteAccount' | 'deleteUnlessLastAdmin'>
  deleteWebhooks: (accountId: string) => Promise<void>
  tell: TellOfAccounts
  clock: Clock
}) {
  const { keys, deleteWebhooks, tell, clock } = ports

  const liveKeysOf = async (accountId: string) =>
    (await keys.keysOf(accountId)).filter((key) => key.revokedAtMs === null)

  /** Once nobody can make any more of it. Webhooks that a crash leaves behind go at the next start. */
  const clearUp = async (accountId: string): Promise<void> => {
    for (const key of await keys.keysOf(accountId)) await tell(keyEnded(key))
    await tell({ kind: 'sessions_ended', accountId, sessionId: null })
    await deleteWebhooks(accountId)
  }

  return {
    /** For the operator. The keys that were live until now; null where there is no such account. */
    delete: async (accountId: string): Promise<readonly ApiKey[] | null> => {
      const live = await liveKeysOf(accountId)
      if (!(await keys.deleteAccount(accountId, clock.wallMs()))) return null
      await clearUp(accountId)
      return live
    },
    /** For its holder and for admins. */
    deleteUnlessLastAdmin: async (accountId: string): Promise<'deleted' | 'last_admin' | 'no_account'> => {
      const verdict = await keys.deleteUnlessLastAdmin(accountId, clock.wallMs())
      if (verdict === 'deleted') await clearUp(accountId)
      return verdict
    },
  }
}

export type Deletion = ReturnType<typeof createDeletion>
