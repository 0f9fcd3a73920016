import { visitorRulesOf } from '../accounts/actor.js'
import { faultFields } from '../base/log/log.js'
import { createAddressOf } from './limit-subjects.js'
import type { HttpPorts } from './open-http.js'

export type HttpContext = ReturnType<typeof httpContextOf>

/** The ports of an answer, on either way in. */
export function httpContextOf({ runtime, config, modules, store, cluster, metrics }: HttpPorts) {
  const { market } = modules
  const { callers, ledger, recentErrors, recentRequests, service } = modules.accounts
  const { find, endToken } = service.sessions
  const { limiter, abuseThrottle, authRateLimiters } = modules.limits
  return {
    clock: runtime.clock,
    exchanges: config.exchanges,
    accounts: { callers, ledger, recentErrors, recentRequests },
    sessions: { find, endToken },
    limits: { limiter, abuseThrottle, authRateLimiters },
    visitors: visitorRulesOf(config),
    idempotencyStore: store.idempotency,
    isSimulated: market.origin.isSimulated,
    /** Instant of the replayed archive as text, for the header of replies with prices. Null if live. */
    replayedAt: market.replayedAt,
    consistency: cluster.shared?.consistency ?? null,
    publicUrl: config.PUBLIC_URL,
    addressOf: createAddressOf(config.PROXY_HOPS),
    onReply: metrics.countReply,
    reportBug: (error: unknown, requestId: string): void =>
      runtime.log.error('a request failed', { ...faultFields(error), request_id: requestId }),
  }
}
