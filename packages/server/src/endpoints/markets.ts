import { featuresOf, markets, presentMarkets } from '@p2p-rates/contract'
import { allowanceOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'

export const marketsEndpoint = () =>
  implement(
    markets,
    ({ actor }) => {
      const { plan, limits } = allowanceOf(actor)
      return { answer: presentMarkets(plan, limits, featuresOf(plan)) }
    },
    // The one cached answer that tells about the caller: each allowance has its own.
    (_, actor) => {
      const { plan, limits } = allowanceOf(actor)
      return {
        version: 'markets',
        variant: `${plan} ${limits.requestsPerMinute}`,
        refreshAtMonoMs: Number.POSITIVE_INFINITY,
      }
    },
  )
