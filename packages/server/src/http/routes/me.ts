import { me, toUsageResponse } from '@p2p-rates/contract'
import { accountOf, keyOf } from '../../accounts/actor.js'
import { handle } from '../route-handler.js'

export const meEndpoint = () =>
  handle(me, ({ actor, usedThisMonth }) => {
    const { plan, limits } = accountOf(actor)
    return { answer: toUsageResponse(keyOf(actor).prefix, plan, limits, usedThisMonth) }
  })
