import { bestOfAll, formulaOfQuery, formulaPreview, toFormulaPreviewResponse } from '@p2p-rates/contract'
import { exchangeIds, formulaPast, needsMarkets, rangeOf, slotMs, slotOf, type TrustRules } from '@p2p-rates/core'
import { billedAccountOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { handle } from '../http/handle.js'
import { hourMs } from '../market-snapshots/hourly-markets.js'
import type { CurrentMarket } from './current-market.js'
import { plainRules } from './formula-history.js'
import type { HistoryQueries } from './history-queries.js'
import { pastVersion, spanOf } from './recent-history.js'

const hours = 7 * 24

export function formulaPreviewEndpoint(rooms: {
  readonly now: CurrentMarket
  readonly past: Past
  readonly farPast: HistoryQueries
  readonly rules: TrustRules
}) {
  const { now, past, farPast, rules } = rooms
  return handle(
    formulaPreview,
    async ({ query, actor }) => {
      const { fiat, format } = query
      const formula = formulaOfQuery(query)
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      if (needsMarkets(formula))
        return farPast.answer(billedAccountOf(actor), {
          form: 'formula',
          fiat,
          formula,
          // Align the span to the slot, so that it's the same for all callers. The server doesn't share these answers.
          fromMs: toMs - hours * hourMs,
          toMs,
          rules: plainRules(rules),
          format,
        })
      const series = await Promise.all(
        seriesBehind(formula).map((exchange) => past.readSeries({ fiat, exchange }, fromMs, toMs + slotMs)),
      )
      const points = formulaPast(
        formula,
        series.map((one) => ({ series: one, range: rangeOf(one, fromMs, toMs) })),
      )
      const slots = slotOf(toMs) - Math.ceil(fromMs / slotMs) + 1
      const facts = { fiat, formula, fromMs, toMs, slots, slotMinutes: 5, recorded: points.length, points }
      return { answer: toFormulaPreviewResponse(facts) }
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
}

/** The best across all was recorded as such, also of exchanges that are asked no more. */
const seriesBehind = ({ base, exchanges }: ReturnType<typeof formulaOfQuery>): readonly string[] =>
  exchanges.length > 0 ? exchanges : base === 'best' ? [bestOfAll] : exchangeIds
