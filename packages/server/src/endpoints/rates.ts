import { presentRates, rates } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'
import type { Now } from './now.js'

export const ratesEndpoint = (now: Now) =>
  implement(
    rates,
    ({ query }) => {
      const answer = presentRates(now.market(query.fiat).rates)
      if (answer === null) throw now.unavailable(query.fiat)
      return { answer }
    },
    ({ fiat }) => now.version(fiat),
  )
