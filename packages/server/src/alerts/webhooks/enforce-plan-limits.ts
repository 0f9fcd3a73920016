import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import type { PlanTable } from '../../accounts/actor.js'
import { applyPlanLimit } from './apply-plan-limit.js'
import type { LockableWebhookStore } from './lockable-webhook-store.js'
import { changesTo } from './new-and-changed-webhook.js'
import type { PublishWebhookEvent } from './webhook-changed.js'
import type { WebhookStore } from './webhook-store.js'

/** Webhooks follow the plans of their accounts, as both stand when it is done: done again, by whomever, it changes nothing. */
export function createPlanLimitEnforcer(ports: {
  store: Pick<WebhookStore, 'owners'>
  records: LockableWebhookStore
  accounts: Pick<AccountAndKeyStore, 'findAccount'>
  plans: PlanTable
  publishEvent: PublishWebhookEvent
}) {
  const { store, records, accounts, plans, publishEvent } = ports

  const enforcePlanLimit = async (accountId: string): Promise<void> => {
    const { webhooks } = await records.change(accountId, ({ plan, webhooks, waiting }) =>
      changesTo(plan === null ? [] : applyPlanLimit(webhooks, plans[plan].webhooks), waiting),
    )
    for (const { id, enabled } of webhooks)
      await publishEvent({ kind: 'webhook_changed', webhookId: id, state: enabled ? 'enabled' : 'disabled' })
  }

  return {
    fit: enforcePlanLimit,
    /** A plan may have been changed, or an account deleted, in the moment in which a process ended. */
    enforceAllPlanLimits: async (): Promise<void> => {
      for (const accountId of await store.owners()) {
        const webhooks = await records.list(accountId)
        const account = await accounts.findAccount(accountId)
        if (account === null) for (const { id } of webhooks) await records.delete(accountId, id)
        // Most accounts are within their limit and need no lock.
        else if (applyPlanLimit(webhooks, plans[account.plan].webhooks).length > 0) await enforcePlanLimit(accountId)
      }
    },
  }
}
