import { quote } from '../book/quote.js'
import { bestFirst, type ExchangeId } from '../currencies-and-sides.js'
import { compareExchanges } from '../exchanges/compare-exchanges.js'
import { median } from '../stats/median.js'
import { seenAtMs, type TrustedBoard, type TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import type { Formula } from './formula-type.js'

/** `no_data`: nothing fresh of these exchanges. `no_ads`: nothing a normal caller can take. */
export const noBaseReasons = ['no_data', 'no_ads', 'too_few_ads', 'amount_does_not_fit'] as const
export type NoBaseReason = (typeof noBaseReasons)[number]

export type FoundBase = {
  readonly price: number
  readonly exchanges: readonly ExchangeId[]
  readonly ads: number
  readonly observedAtMs: number
}

/** Takes the ads of a market that has been judged for the formula's ways to pay. */
export function formulaBase(
  formula: Formula,
  market: TrustedMarket,
  rules: TrustRules = normalRules,
): FoundBase | { readonly reason: NoBaseReason } {
  const { side, exchanges } = formula
  const boards = market.boards.filter(
    (board) => board.side === side && (exchanges.length === 0 || exchanges.includes(board.exchange)),
  )
  if (boards.length === 0) return { reason: 'no_data' }
  const offers = boards
    .flatMap((board) => offersOf(board))
    .sort((a, b) => bestFirst(side)(a, b) || compareExchanges(a.board.exchange, b.board.exchange))
  if (offers.length === 0 && formula.base !== 'size') return { reason: 'no_ads' }
  return found[formula.base](offers, { ...formula, market: { ...market, boards }, rules })
}

type Offer = { readonly price: number; readonly board: TrustedBoard }
type Found = (
  offers: readonly Offer[],
  asked: Formula & { readonly market: TrustedMarket; readonly rules: TrustRules },
) => FoundBase | { readonly reason: NoBaseReason }

const offersOf = (board: TrustedBoard): Offer[] =>
  board.ads.filter(({ eligible }) => eligible).map(({ ad }) => ({ price: ad.price, board }))

const nth: Found = (offers, { n }) => {
  const offer = offers[(n ?? 1) - 1]
  return offer === undefined ? { reason: 'too_few_ads' } : basedOn(offer.price, [offer])
}

const found: Readonly<Record<Formula['base'], Found>> = {
  best: (offers, asked) => nth(offers, { ...asked, n: 1 }),
  nth,
  // Use only the best price of each exchange, so that many ads on one exchange count once.
  median: (offers) => {
    const best = offers.filter((offer, at) => offers.findIndex(({ board }) => board === offer.board) === at)
    return basedOn(median(best.map(({ price }) => price)) ?? 0, best)
  },
  size: (_, { market, side, amountFiat, rules }) => {
    const { averagePrice, fills, unfilled } = quote(
      market,
      // Ignore time and transfers, because a desk quotes the market price.
      { side, amount: { unit: 'fiat', value: amountFiat ?? 0 }, costs: { transferFeeUsdt: 0, tradeWorthUsdt: 0 } },
      rules,
    )
    if (averagePrice === null || unfilled !== null)
      return { reason: unfilled?.reason === 'no_ads' ? 'no_ads' : 'amount_does_not_fit' }
    const taken = fills.flatMap(({ ad }) => {
      const board = market.boards.find(({ exchange }) => exchange === ad.exchange)
      return board === undefined ? [] : [{ price: ad.price, board }]
    })
    return basedOn(averagePrice, taken)
  },
}

const basedOn = (price: number, offers: readonly Offer[]): FoundBase => ({
  price,
  exchanges: [...new Set(offers.map(({ board }) => board.exchange))].sort(compareExchanges),
  ads: offers.length,
  observedAtMs: Math.max(...offers.map(({ board }) => seenAtMs(board))),
})
