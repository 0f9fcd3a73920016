import type { PlanName } from '@p2p-rates/contract'
import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import { changesTo, enabledAgain } from './new-and-changed-webhook.js'
import { withExpiry } from './schedule.js'
import type { OperationsContext } from './webhook-operations.js'
import type { Webhook } from './webhook-store.js'

/** Adapts the webhooks of accounts to their plans. A repeat, on any server, changes nothing. */
export function createPlanLimitEnforcer(
  { store, plans, clock, publishEvent }: Pick<OperationsContext, 'store' | 'plans' | 'clock' | 'publishEvent'>,
  accounts: Pick<AccountAndKeyStore, 'findAccount'>,
) {
  const changesFor = (webhooks: readonly Webhook[], plan: PlanName) =>
    applyPlanLimit(
      webhooks.map((webhook) => withExpiry(webhook, clock.wallMs())),
      plans[plan].webhooks,
    )

  const enforcePlanLimit = async (accountId: string): Promise<void> => {
    const { webhooks } = await store.change(accountId, ({ plan, webhooks, waiting }) =>
      changesTo(plan === null ? [] : changesFor(webhooks, plan), waiting),
    )
    for (const { id, enabled } of webhooks)
      await publishEvent({ kind: 'webhook_changed', webhookId: id, state: enabled ? 'enabled' : 'disabled' })
  }

  return {
    enforcePlanLimit,
    /** Catches up with plans that changed and accounts that were deleted just before a process ended. */
    enforceAllPlanLimits: async (): Promise<void> => {
      for (const accountId of await store.owners()) {
        const webhooks = await store.list(accountId)
        const account = await accounts.findAccount(accountId)
        if (account === null) for (const { id } of webhooks) await store.delete(accountId, id)
        // Most accounts are within their limit and need no lock.
        else if (changesFor(webhooks, account.plan).length > 0) await enforcePlanLimit(accountId)
      }
    },
  }
}

/** Disables the newest excess webhooks. If there is room, enables those that a plan disabled, oldest first. */
function applyPlanLimit(oldestFirst: readonly Webhook[], allowed: number): readonly Webhook[] {
  const enabled = oldestFirst.filter((webhook) => webhook.enabled)
  const tooMany = enabled.slice(allowed)
  const room = Math.max(0, allowed - enabled.length)
  const back = oldestFirst.filter(({ disabledReason }) => disabledReason === 'plan').slice(0, room)
  return [
    ...tooMany.map((webhook): Webhook => ({ ...webhook, enabled: false, disabledReason: 'plan' })),
    ...back.map(enabledAgain),
  ]
}
