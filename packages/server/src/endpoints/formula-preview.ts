import { bestOfAll, formulaOf, formulaPreview, presentFormulaPreview } from '@p2p-rates/contract'
import { exchangeIds, formulaPast, needsMarkets, rangeOf, slotMs, slotOf, type TrustRules } from '@p2p-rates/core'
import { payerOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { hourMs } from '../hourly/hourly-markets.js'
import { implement } from '../http/implement.js'
import type { FarPast } from './far-past.js'
import { plainRules } from './formula-past-answer.js'
import type { MarketNow } from './market-now.js'
import { pastVersion, spanOf } from './near-past.js'

const hours = 7 * 24

export function formulaPreviewEndpoint(rooms: {
  readonly now: MarketNow
  readonly past: Past
  readonly farPast: FarPast
  readonly rules: TrustRules
}) {
  const { now, past, farPast, rules } = rooms
  return implement(
    formulaPreview,
    async ({ query, actor }) => {
      const { fiat, format } = query
      const formula = formulaOf(query)
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      if (needsMarkets(formula))
        return farPast.answer(payerOf(actor), {
          form: 'formula',
          fiat,
          formula,
          // The same for all who ask within a slot: their answers are not shared.
          fromMs: toMs - hours * hourMs,
          toMs,
          rules: plainRules(rules),
          format,
        })
      const series = await Promise.all(
        seriesBehind(formula).map((exchange) => past.read({ fiat, exchange }, fromMs, toMs + slotMs)),
      )
      const points = formulaPast(
        formula,
        series.map((one) => ({ series: one, range: rangeOf(one, fromMs, toMs) })),
      )
      const slots = slotOf(toMs) - Math.ceil(fromMs / slotMs) + 1
      const facts = { fiat, formula, fromMs, toMs, slots, slotMinutes: 5, recorded: points.length, points }
      return { answer: presentFormulaPreview(facts) }
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
}

/** The best across all was recorded as such, also of exchanges that are asked no more. */
const seriesBehind = ({ base, exchanges }: ReturnType<typeof formulaOf>): readonly string[] =>
  exchanges.length > 0 ? exchanges : base === 'best' ? [bestOfAll] : exchangeIds
