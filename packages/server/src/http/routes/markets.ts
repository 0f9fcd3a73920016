import { featuresOf, markets, toMarketsResponse } from '@p2p-rates/contract'
import { allowanceOf } from '../../accounts/actor.js'
import { handle } from '../route-handler.js'

export const marketsEndpoint = () =>
  handle(
    markets,
    ({ actor }) => {
      const { plan, limits } = allowanceOf(actor)
      return { answer: toMarketsResponse(plan, limits, featuresOf(plan)) }
    },
    // The only cached answer with facts about the caller: one entry per plan.
    (_, actor) => {
      const { plan, limits } = allowanceOf(actor)
      return {
        version: 'markets',
        variant: `${plan} ${limits.requestsPerMinute}`,
        refreshAtMonoMs: Number.POSITIVE_INFINITY,
      }
    },
  )
