import { allowanceOf, billedAccountOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import type { LimitSubject } from '../limits/limiter.js'

/**
 * Page requests are limited per account, or per network for visitors, apart from API keys. An account's limit is never
 * below a visitor's.
 */
export function createPageLimitSubject({ allowance }: VisitorRules): (actor: SessionActor | Visitor) => LimitSubject {
  const least = allowance.limits.requestsPerMinute
  return (actor) => {
    const { requestsPerMinute, monthlyQuota } = allowanceOf(actor).limits
    return {
      id: billedAccountOf(actor),
      limits: { requestsPerMinute: Math.max(requestsPerMinute, least), monthlyQuota },
    }
  }
}
