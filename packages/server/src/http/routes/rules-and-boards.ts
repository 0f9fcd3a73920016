import {
  bestOfAll,
  createBoard,
  createRule,
  deleteBoard,
  deleteRule,
  type EndpointName,
  formulaOfQuery,
  formulaPreview,
  getBoard,
  getRule,
  listBoards,
  listRules,
  mostBoards,
  mostRules,
  priceRule,
  toBoardResponse,
  toFormulaPreviewResponse,
  toRulePriceResponse,
  toRuleResponse,
  updateBoard,
  updateRule,
} from '@p2p-rates/contract'
import type { ExchangeId, TrustRules } from '@p2p-rates/core'
import { formulaHistory, needsMarkets, rangeOf, slotMs, slotOf } from '@p2p-rates/core/internal'
import { accountOf, billedAccountOf } from '../../accounts/actor.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { hourMs } from '../../history/history-stores.js'
import type { PricePageService, SavedBoard } from '../../market/price-pages/price-page-service.js'
import type { RuleService } from '../../market/price-rules/rule-service.js'
import { done, handle, type ImplementationsOf } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { type HistoryQueryRunner, toSerializableRules } from './history-queries.js'
import { historyVersion, spanOf } from './past-prices.js'

export function ruleEndpoints(
  rules: RuleService,
  { requireCollected }: CurrentMarket,
): ImplementationsOf<Extract<EndpointName, `rules.${string}`>> {
  return {
    'rules.list': handle(listRules, async ({ actor }) => ({
      answer: { rules: (await rules.list(accountOf(actor).id)).map(toRuleResponse), limit: mostRules },
    })),
    'rules.create': handle(createRule, async ({ body, actor }) => {
      requireCollected(body.fiat)
      return { answer: toRuleResponse(await rules.create(accountOf(actor), body)) }
    }),
    'rules.get': handle(getRule, async ({ params, actor }) => ({
      answer: toRuleResponse(await rules.get(accountOf(actor).id, params.id)),
    })),
    'rules.update': handle(updateRule, async ({ params, body, actor }) => ({
      answer: toRuleResponse(await rules.update(accountOf(actor), params.id, body)),
    })),
    'rules.delete': handle(deleteRule, ({ params, actor }) => done(rules.delete(accountOf(actor).id, params.id))),
    'rules.price': handle(priceRule, async ({ params, actor }) => ({
      answer: toRulePriceResponse(await rules.price(accountOf(actor).id, params.id)),
    })),
  }
}

export function boardEndpoints(
  boards: PricePageService,
  publicUrl: () => string,
): ImplementationsOf<Extract<EndpointName, `boards.${string}`>> {
  const present = (board: SavedBoard) => toBoardResponse(board, publicUrl())
  return {
    'boards.list': handle(listBoards, async ({ actor }) => ({
      answer: { boards: (await boards.list(accountOf(actor).id)).map(present), limit: mostBoards },
    })),
    'boards.create': handle(createBoard, async ({ body, actor }) => ({
      answer: present(await boards.create(accountOf(actor), body)),
    })),
    'boards.get': handle(getBoard, async ({ params, actor }) => ({
      answer: present(await boards.get(accountOf(actor).id, params.id)),
    })),
    'boards.update': handle(updateBoard, async ({ params, body, actor }) => ({
      answer: present(await boards.update(accountOf(actor).id, params.id, body)),
    })),
    'boards.delete': handle(deleteBoard, ({ params, actor }) => done(boards.delete(accountOf(actor).id, params.id))),
  }
}

const hours = 7 * 24

export function formulaPreviewEndpoint(deps: {
  readonly exchangeIds: readonly ExchangeId[]
  readonly currentMarket: CurrentMarket
  readonly historyCache: HistoryCache
  readonly historyQueries: HistoryQueryRunner
  readonly rules: TrustRules
}) {
  const { exchangeIds, currentMarket, historyCache, historyQueries, rules } = deps
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
        seriesUsedBy(formula, exchangeIds).map((exchange) =>
          historyCache.readSeries({ fiat, exchange }, fromMs, toMs + slotMs),
        ),
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
const seriesUsedBy = (
  { base, exchanges }: ReturnType<typeof formulaOfQuery>,
  exchangeIds: readonly ExchangeId[],
): readonly string[] => (exchanges.length > 0 ? exchanges : base === 'best' ? [bestOfAll] : exchangeIds)
