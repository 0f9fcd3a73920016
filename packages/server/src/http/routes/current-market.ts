import { type ErrorResponse, type MarketData, type MarketEndpoint, noFreshPrices, noPrice } from '@p2p-rates/contract'
import type { Caller, Exchanges, Fiat, TrustedMarket, TrustRules, WantedMethods } from '@p2p-rates/core'
import {
  type DemandedFigures,
  demandedFigures,
  judgeFor,
  smallestEquivalent,
  type Transfer,
  wantsAllMethods,
} from '@p2p-rates/core/internal'
import { LRUCache } from 'lru-cache'
import { ApiError, DataUnavailableError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { CurrentTransfers } from '../../ingest/networks/current-transfers.js'
import type { MarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { type DataVersion, handle, type RouteHandler } from '../route-handler.js'

export type CurrentMarket = ReturnType<typeof createCurrentMarket>

export function createCurrentMarket(ports: {
  readonly exchanges: Exchanges
  readonly latest: MarketService
  readonly clock: Clock
  readonly rules: TrustRules
  readonly isSimulated: () => boolean
}) {
  const { exchanges, latest, clock, rules, isSimulated } = ports
  const judgedMarket = createJudgedMarkets(rules)
  const sourcesOf = (fiat: Fiat) => latest.sources().filter((source) => source.fiat === fiat)

  const refusal = (problem: ErrorResponse, fiat: Fiat): ApiError =>
    problem.code === 'data_unavailable'
      ? new DataUnavailableError(problem, (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000)
      : new ApiError(problem)
  const unavailable = (fiat: Fiat): ApiError => refusal(noFreshPrices(fiat), fiat)

  /** Throws `data_unavailable` when nothing fresh is known. */
  const snapshotOf = (fiat: Fiat): MarketSnapshot => {
    const snapshot = latest.snapshot(fiat)
    if (snapshot === null) throw unavailable(fiat)
    return snapshot
  }

  const marketOf = (fiat: Fiat): MarketData => {
    const snapshot = snapshotOf(fiat)
    const { market, rates, paying = [] } = snapshot
    return {
      fiat,
      market,
      rates,
      rules,
      paying,
      isSimulated: isSimulated(),
      ofMethods: (methods, caller) => judgedMarket(snapshot, methods, caller),
      expected: () => sourcesOf(fiat).flatMap(({ exchange, state }) => (state === 'unsupported' ? [] : exchange)),
      isUntraded: (exchange) =>
        sourcesOf(fiat).some((source) => source.exchange === exchange && source.state === 'unsupported'),
      unavailable: (exchange) => noFreshPrices(fiat, exchange && exchanges.nameOf(exchange)),
    }
  }

  return {
    snapshot: snapshotOf,
    market: marketOf,
    unavailable,
    /** Fresh ads are known, and none of them makes a price. */
    noPrice: (fiat: Fiat): ApiError => refusal(noPrice(marketOf(fiat)), fiat),
    refusal,
    version: (fiat: Fiat): DataVersion => ({
      version: String(latest.snapshot(fiat)?.version ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: clock.wallMs,
  }
}

export const marketHandler =
  (currentMarket: CurrentMarket, currentTransfers: CurrentTransfers) =>
  ({ endpoint, answer }: MarketEndpoint): RouteHandler =>
    handle(
      endpoint,
      ({ query }) => {
        const answerWith = (transfers: readonly Transfer[]) => {
          const answered = answer(query, { ...currentMarket.market(query.fiat), transfers })
          if ('problem' in answered) throw currentMarket.refusal(answered.problem, query.fiat)
          return answered
        }
        const isAuto = 'transfer_fee_usdt' in query && query.transfer_fee_usdt === 'auto'
        return isAuto ? currentTransfers().then(answerWith) : answerWith([])
      },
      ({ fiat }) => currentMarket.version(fiat),
    )

/**
 * Markets for callers who pay in some ways and not in others, and who meet some demands: each judged once. Callers who
 * meet the same demands share one.
 */
function createJudgedMarkets(rules: TrustRules) {
  const judged = new WeakMap<TrustedMarket, JudgedMarkets>()

  return ({ market, memory }: MarketSnapshot, methods: WantedMethods, asking: Caller = rules.caller): TrustedMarket => {
    if (asking === rules.caller && wantsAllMethods(methods)) return market
    const ofMarket = judged.get(market) ?? {
      demanded: demandedFigures(market),
      byQuestion: new LRUCache({ max: mostMarkets }),
    }
    judged.set(market, ofMarket)
    const { demanded, byQuestion } = ofMarket
    const caller = asking === rules.caller ? asking : smallestEquivalent(asking, demanded)
    const question = JSON.stringify([methods, caller])
    const found = byQuestion.get(question)
    if (found !== undefined) return found
    const fresh = judgeFor(market, { caller, methods }, memory, rules)
    byQuestion.set(question, fresh)
    return fresh
  }
}

type JudgedMarkets = {
  readonly demanded: DemandedFigures
  readonly byQuestion: LRUCache<string, TrustedMarket>
}

/** Maximum number of cached markets: roughly the number of common payment methods of one currency. */
const mostMarkets = 64
