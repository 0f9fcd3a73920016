import { bestOfAll, formulaOfQuery, formulaPreview, toFormulaPreviewResponse } from '@p2p-rates/contract'
import { exchangeIds, formulaHistory, needsMarkets, rangeOf, slotMs, slotOf, type TrustRules } from '@p2p-rates/core'
import { billedAccountOf } from '../../accounts/actor.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { hourMs } from '../../history/history-stores.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { toSerializableRules } from './formula-history-query.js'
import type { HistoryQueryRunner } from './history-query-runner.js'
import { historyVersion, spanOf } from './inline-history-query.js'

const hours = 7 * 24

export function formulaPreviewEndpoint(deps: {
  readonly currentMarket: CurrentMarket
  readonly historyCache: HistoryCache
  readonly historyQueries: HistoryQueryRunner
  readonly rules: TrustRules
}) {
  const { currentMarket, historyCache, historyQueries, rules } = deps
  return handle(
    formulaPreview,
    async ({ query, actor }) => {
      const { fiat, format } = query
      const formula = formulaOfQuery(query)
      const { fromMs, toMs } = spanOf(currentMarket.wallMs(), hours)
      if (needsMarkets(formula))
        return historyQueries.executeQuery(billedAccountOf(actor), {
          form: 'formula',
          fiat,
          formula,
          // Align the span to the slot, so that it's the same for all callers. The server doesn't share these answers.
          fromMs: toMs - hours * hourMs,
          toMs,
          rules: toSerializableRules(rules),
          format,
        })
      const series = await Promise.all(
        seriesUsedBy(formula).map((exchange) => historyCache.readSeries({ fiat, exchange }, fromMs, toMs + slotMs)),
      )
      const points = formulaHistory(
        formula,
        series.map((one) => ({ series: one, range: rangeOf(one, fromMs, toMs) })),
      )
      const slots = slotOf(toMs) - Math.ceil(fromMs / slotMs) + 1
      const facts = { fiat, formula, fromMs, toMs, slots, slotMinutes: 5, recorded: points.length, points }
      return { answer: toFormulaPreviewResponse(facts) }
    },
    ({ fiat }) => historyVersion(currentMarket, fiat),
  )
}

/** The best across all was recorded as such, also of exchanges that are asked no more. */
const seriesUsedBy = ({ base, exchanges }: ReturnType<typeof formulaOfQuery>): readonly string[] =>
  exchanges.length > 0 ? exchanges : base === 'best' ? [bestOfAll] : exchangeIds
