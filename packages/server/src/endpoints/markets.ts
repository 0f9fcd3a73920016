import { featuresOf, markets, presentMarkets } from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'

export const marketsEndpoint = () =>
  implement(
    markets,
    ({ actor }) => {
      const { plan, limits } = accountOf(actor)
      return { answer: presentMarkets(plan, limits, featuresOf(plan)) }
    },
    // The one cached answer that tells about the caller: each plan has its own.
    (_, actor) => ({
      version: 'markets',
      variant: accountOf(actor).plan,
      refreshAtMonoMs: Number.POSITIVE_INFINITY,
    }),
  )
