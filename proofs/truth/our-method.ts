import { judgeFiltered, judgeMarket, type TrustedMarket } from '@p2p-rates/core'
import { boardKey, offerKey } from '@p2p-rates/core/internal'
import type { PricingMethod, Quote } from './price-errors.js'
import { type SimulatedMarket, venues } from './simulated-market.js'

/** The product's own judgement, asked as the collector asks it but without memory of earlier cycles. */
export const ourMethod: PricingMethod = { name: 'ours', quote: (market) => quotesOf(remembering()(market)) }

export const oursRemembering = (): PricingMethod => {
  const judge = remembering()
  return { name: 'ours, remembering', quote: (market) => quotesOf(judge(market)) }
}

/** Judges one market after the other, for callers of one payment method where it is given. */
export const remembering = (method?: string): ((market: SimulatedMarket) => TrustedMarket) => {
  let previous: ReadonlyMap<string, number> = new Map()
  return ({ boards, truth }) => {
    const unchangedMinutes = new Map(
      boards.flatMap(({ ads }) => ads.map((ad) => [offerKey(ad), truth.get(ad)?.unchangedMinutes ?? 0])),
    )
    const memory = { previous, unchangedMinutes, exchangesAsked: venues.length }
    const judged = judgeMarket(boards[0]?.fiat ?? '', boards, memory)
    // The server keeps the last centre of a board whose votes give no new one.
    previous = new Map([...previous, ...centresOf(judged)])
    return method === undefined
      ? judged
      : judgeFiltered(judged, ({ paymentMethods }) => paymentMethods.includes(method), memory)
  }
}

/** Centres by `boardKey`, which the next judgement remembers. */
export const centresOf = ({ boards }: TrustedMarket): ReadonlyMap<string, number> =>
  new Map(
    boards.flatMap(({ exchange, side, ownCentre }) =>
      ownCentre === null ? [] : [[boardKey(exchange, side), ownCentre]],
    ),
  )

const quotesOf = (market: TrustedMarket): ReadonlyMap<string, Quote> =>
  new Map(
    market.boards.map((board) => [
      boardKey(board.exchange, board.side),
      {
        price: board.ads.find(({ eligible }) => eligible)?.ad.price ?? null,
        accepted: board.ads.flatMap(({ trusted, ad }) => (trusted ? [ad] : [])),
      },
    ]),
  )
