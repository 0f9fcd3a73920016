import { answerConvert, convert } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { CurrentOfficialRate } from '../../ingest/central-banks/current-official-rate.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'

export const convertEndpoint = (currentMarket: CurrentMarket, official: CurrentOfficialRate) =>
  handle(
    convert,
    async ({ query }) => {
      const { from, to } = query
      const markets = { from: currentMarket.market(from), to: currentMarket.market(to) }
      const banks = { from: await official(from), to: await official(to) }
      const answered = answerConvert(query, { ...markets, official: banks })
      if ('problem' in answered)
        throw currentMarket.refusal(answered.problem, 'fiat' in answered ? (answered.fiat as Fiat) : from)
      return answered
    },
    ({ from, to }) => {
      const [one, other] = [currentMarket.version(from), currentMarket.version(to)]
      return {
        version: `${one.version}-${other.version}`,
        refreshAtMonoMs: Math.min(one.refreshAtMonoMs, other.refreshAtMonoMs),
      }
    },
  )
