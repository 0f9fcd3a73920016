import { enabledAgain } from './new-and-changed-webhook.js'
import type { Webhook } from './webhook-store.js'

/**
 * Applies a plan's webhook limit: disables the newest excess webhooks. If there is room, enables those that a plan
 * disabled, oldest first.
 */
export function applyPlanLimit(oldestFirst: readonly Webhook[], allowed: number): readonly Webhook[] {
  const enabled = oldestFirst.filter((webhook) => webhook.enabled)
  const tooMany = enabled.slice(allowed)
  const room = Math.max(0, allowed - enabled.length)
  const back = oldestFirst.filter(({ disabledReason }) => disabledReason === 'plan').slice(0, room)
  return [
    ...tooMany.map((webhook): Webhook => ({ ...webhook, enabled: false, disabledReason: 'plan' })),
    ...back.map(enabledAgain),
  ]
}
