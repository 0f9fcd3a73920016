import { allowanceOf, billedAccountOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import type { LimitSubject } from '../limits/limiter.js'

/** The pages of an account and the network of a visitor have a minute of their own. An account's is never the smaller one. */
export function createPageSpender({ allowance }: VisitorRules): (actor: SessionActor | Visitor) => LimitSubject {
  const least = allowance.limits.requestsPerMinute
  return (actor) => {
    const { requestsPerMinute, monthlyQuota } = allowanceOf(actor).limits
    return {
      id: billedAccountOf(actor),
      limits: { requestsPerMinute: Math.max(requestsPerMinute, least), monthlyQuota },
    }
  }
}
