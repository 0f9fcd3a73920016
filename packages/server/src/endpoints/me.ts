import { me, presentUsage } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'
import type { Limiter } from '../limits/limiter.js'

export const meEndpoint = (limiter: Limiter) =>
  implement(me, ({ caller }) => {
    const { account, limits } = caller.state
    return {
      answer: presentUsage(caller.key.prefix, account.plan, limits, limiter.usedThisMonth(caller)),
    }
  })
