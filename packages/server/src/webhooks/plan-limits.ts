import { enabledAgain } from './changes.js'
import type { Webhook } from './webhook-store.js'

/** What a plan with that many webhooks changes: the newest enabled ones too many are disabled; as far as there is room, those that a plan had disabled come back, the oldest first. */
export function fitPlan(oldestFirst: readonly Webhook[], allowed: number): readonly Webhook[] {
  const enabled = oldestFirst.filter((webhook) => webhook.enabled)
  const tooMany = enabled.slice(allowed)
  const room = Math.max(0, allowed - enabled.length)
  const back = oldestFirst.filter(({ disabledReason }) => disabledReason === 'plan').slice(0, room)
  return [
    ...tooMany.map((webhook): Webhook => ({ ...webhook, enabled: false, disabledReason: 'plan' })),
    ...back.map(enabledAgain),
  ]
}
