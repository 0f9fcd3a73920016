import { me, presentUsage } from '@p2p-rates/contract'
import { accountOf, keyOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'

export const meEndpoint = () =>
  implement(me, ({ actor, usedThisMonth }) => {
    const { plan, limits } = accountOf(actor)
    return { answer: presentUsage(keyOf(actor).prefix, plan, limits, usedThisMonth) }
  })
