import type { Clock } from '../time/clock.js'
import { keyEnded, type TellOfAccounts } from './account-changes.js'
import type { KeyStore } from './key-store.js'
import type { EndedAccess, LoginStore } from './login-store.js'

export type AccessCounts = { readonly keys: number; readonly webhooks: number; readonly inboxes: number }

/** Webhooks and inboxes of accounts, which other rooms look after. */
export type Receivers = {
  count(accountId: string): Promise<Omit<AccessCounts, 'keys'>>
  /** Stops the deliveries of a webhook that the store has deleted. */
  forget(accountId: string, webhookId: string): Promise<void>
}

/** Keys, webhooks and inboxes of an account taken together: an intruder may have left one of them behind. */
export function createAccess(ports: {
  keys: Pick<KeyStore, 'keysOf'>
  logins: Pick<LoginStore, 'endAccess'>
  receivers: Receivers
  tell: TellOfAccounts
  clock: Clock
}) {
  const { keys, logins, receivers, tell, clock } = ports

  const follow = async (accountId: string, { keyIds, webhookIds }: EndedAccess): Promise<void> => {
    for (const key of await keys.keysOf(accountId)) if (keyIds.includes(key.id)) await tell(keyEnded(key))
    for (const id of webhookIds) await receivers.forget(accountId, id)
  }

  return {
    follow,
    count: async (accountId: string): Promise<AccessCounts> => ({
      keys: (await keys.keysOf(accountId)).filter(({ revokedAtMs }) => revokedAtMs === null).length,
      ...(await receivers.count(accountId)),
    }),
    end: async (accountId: string): Promise<void> =>
      follow(accountId, await logins.endAccess(accountId, clock.wallMs())),
  }
}

export type Access = ReturnType<typeof createAccess>
