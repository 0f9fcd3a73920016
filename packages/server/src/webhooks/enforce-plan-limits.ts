import type { KeyStore } from '../accounts/key-store.js'
import type { PlanTable } from '../accounts/plan-table.js'
import { changesTo } from './changes.js'
import { fitPlan } from './plan-limits.js'
import type { Records } from './records.js'
import type { TellOfWebhooks } from './webhook-changed.js'
import type { WebhookStore } from './webhook-store.js'

/** Webhooks follow the plans of their accounts, as both stand when it is done: done again, by whomever, it changes nothing. */
export function createPlanFitting(ports: {
  store: Pick<WebhookStore, 'owners'>
  records: Records
  accounts: Pick<KeyStore, 'findAccount'>
  plans: PlanTable
  tell: TellOfWebhooks
}) {
  const { store, records, accounts, plans, tell } = ports

  const fit = async (accountId: string): Promise<void> => {
    const { webhooks } = await records.change(accountId, ({ plan, webhooks, waiting }) =>
      changesTo(plan === null ? [] : fitPlan(webhooks, plans[plan].webhooks), waiting),
    )
    for (const { id, enabled } of webhooks)
      await tell({ kind: 'webhook_changed', webhookId: id, state: enabled ? 'enabled' : 'disabled' })
  }

  return {
    fit,
    /** A plan may have been changed, or an account deleted, in the moment in which a process ended. */
    fitAll: async (): Promise<void> => {
      for (const accountId of await store.owners()) {
        const webhooks = await records.list(accountId)
        const account = await accounts.findAccount(accountId)
        if (account === null) for (const { id } of webhooks) await records.delete(accountId, id)
        // Most fit, and nobody need wait for them.
        else if (fitPlan(webhooks, plans[account.plan].webhooks).length > 0) await fit(accountId)
      }
    },
  }
}
