import { answerConvert, convert } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { CurrentOfficialRate } from '../central-banks/official-reader.js'
import { handle } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'

export const convertEndpoint = (now: CurrentMarket, official: CurrentOfficialRate) =>
  handle(
    convert,
    async ({ query }) => {
      const { from, to } = query
      const markets = { from: now.market(from), to: now.market(to) }
      const banks = { from: await official(from), to: await official(to) }
      const answered = answerConvert(query, { ...markets, official: banks })
      if ('problem' in answered)
        throw now.refusal(answered.problem, 'fiat' in answered ? (answered.fiat as Fiat) : from)
      return answered
    },
    ({ from, to }) => {
      const [one, other] = [now.version(from), now.version(to)]
      return {
        version: `${one.version}-${other.version}`,
        refreshAtMonoMs: Math.min(one.refreshAtMonoMs, other.refreshAtMonoMs),
      }
    },
  )
