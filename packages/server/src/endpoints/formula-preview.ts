import { bestOfAll, formulaOf, formulaPreview, presentFormulaPreview } from '@p2p-rates/contract'
import { exchangeIds, formulaPast, notRecordedOf, rangeOf, slotMs, slotOf } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { MarketNow } from './market-now.js'
import type { MethodMarkets } from './method-markets.js'
import { pastVersion, spanOf } from './near-past.js'

const hours = 7 * 24

export const formulaPreviewEndpoint = (
  now: MarketNow,
  past: Past,
  methodMarkets: Pick<MethodMarkets, 'refuseUnknown'>,
) =>
  implement(
    formulaPreview,
    async ({ query }) => {
      const { fiat } = query
      const formula = formulaOf(query)
      methodMarkets.refuseUnknown(formula.methods)
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      const notRecorded = notRecordedOf(formula)
      const asked = notRecorded.length > 0 ? [] : seriesBehind(formula)
      const series = await Promise.all(asked.map((exchange) => past.read({ fiat, exchange }, fromMs, toMs + slotMs)))
      const ranges = series.map((one) => ({ series: one, range: rangeOf(one, fromMs, toMs) }))
      const slots = slotOf(toMs) - Math.ceil(fromMs / slotMs) + 1
      const points = formulaPast(formula, ranges)
      return { answer: presentFormulaPreview({ fiat, formula, fromMs, toMs, slots, notRecorded, points }) }
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

/** The best across all was recorded as such, also of exchanges that are asked no more. */
const seriesBehind = ({ base, exchanges }: ReturnType<typeof formulaOf>): readonly string[] =>
  exchanges.length > 0 ? exchanges : base === 'best' ? [bestOfAll] : exchangeIds
