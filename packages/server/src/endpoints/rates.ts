import { presentRates, presentRatesExtras, rates } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'
import type { Now } from './now.js'

export const ratesEndpoint = (now: Now, isSimulated: () => boolean) =>
  implement(
    rates,
    ({ query: { fiat, include } }) => {
      const { market, rates: found } = now.market(fiat)
      const answer = presentRates(found)
      if (answer === null) throw now.noPrice(fiat)
      if (include === undefined) return { answer }
      return { answer: { ...answer, ...presentRatesExtras({ include, market, isSimulated: isSimulated() }) } }
    },
    ({ fiat }) => now.version(fiat),
  )
