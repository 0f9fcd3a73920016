import { type MarketData, noFreshPrices } from '@p2p-rates/contract'
import type { Caller, Exchanges, TrustedMarket, TrustRules, WantedMethods } from '@p2p-rates/core'
import { demandedFigures, judgeFor, smallestEquivalent, wantsAllMethods } from '@p2p-rates/core/internal'
import { LRUCache } from 'lru-cache'
import { getOrCreate } from '../base/get-or-create.js'
import type { MarketService } from './market-service.js'
import type { MarketSnapshot } from './market-snapshot.js'

/** Converts a snapshot to the data from which the answers of the contract are computed. */
export function createMarketData(ports: {
  readonly exchanges: Exchanges
  readonly latest: Pick<MarketService, 'sources'>
  readonly rules: TrustRules
  readonly isSimulated: () => boolean
}) {
  const { exchanges, latest, rules, isSimulated } = ports
  const judgedMarket = createJudgedMarkets(rules)

  return (snapshot: MarketSnapshot): MarketData => {
    const { fiat, market, rates, paying = [] } = snapshot
    const sources = () => latest.sources().filter((source) => source.fiat === fiat)
    return {
      fiat,
      market,
      rates,
      rules,
      paying,
      isSimulated: isSimulated(),
      ofMethods: (methods, caller) => judgedMarket(snapshot, methods, caller),
      expected: () => sources().flatMap(({ exchange, state }) => (state === 'unsupported' ? [] : exchange)),
      isUntraded: (exchange) =>
        sources().some((source) => source.exchange === exchange && source.state === 'unsupported'),
      unavailable: (exchange) => noFreshPrices(fiat, exchange && exchanges.nameOf(exchange)),
    }
  }
}

/** Each is judged once. Callers who meet the same demands share one. */
export function createJudgedMarkets(rules: TrustRules) {
  const judged = new WeakMap<TrustedMarket, ReturnType<typeof createJudgements>>()

  return ({ market, memory }: MarketSnapshot, methods: WantedMethods, asking: Caller = rules.caller): TrustedMarket => {
    if (asking === rules.caller && wantsAllMethods(methods)) return market
    const { demanded, byQuestion } = getOrCreate(judged, market, () => createJudgements(market))
    const caller = asking === rules.caller ? asking : smallestEquivalent(asking, demanded)
    const question = JSON.stringify([methods, caller])
    return getOrCreate(byQuestion, question, () => judgeFor(market, { caller, methods }, memory, rules))
  }
}

const createJudgements = (market: TrustedMarket) => ({
  demanded: demandedFigures(market),
  byQuestion: new LRUCache<string, TrustedMarket>({ max: mostMarkets }),
})

/** Maximum number of cached markets: roughly the number of common payment methods of one currency. */
const mostMarkets = 64
