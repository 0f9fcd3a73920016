import { allowanceOf, payerOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import type { Spender } from '../limits/limiter.js'

/** Sessions and the networks of visitors have a minute of their own beside all keys. To be logged in never leaves less of it. */
export function createPageSpender({ allowance }: VisitorRules): (actor: SessionActor | Visitor) => Spender {
  const least = allowance.limits.requestsPerMinute
  return (actor) => {
    const { requestsPerMinute, monthlyQuota } = allowanceOf(actor).limits
    const id = actor.kind === 'session' ? actor.sessionId : payerOf(actor)
    return { id, limits: { requestsPerMinute: Math.max(requestsPerMinute, least), monthlyQuota } }
  }
}
