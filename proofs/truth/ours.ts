import { type Ad, boardKey, type Consensus, judgeMarket } from '@p2p-rates/core'
import type { Method, Quote } from './method.js'
import type { SimulatedMarket } from './simulated-market.js'

/** The product's own judgement, asked as the collector asks it but without memory of earlier cycles. */
export const ours: Method = { name: 'ours', quote: (market) => judged(market, new Map()).quotes }

/** The same judgement, which keeps the price centres from one cycle to the next. */
export const oursRemembering = (): Method => {
  let previous: ReadonlyMap<string, Consensus> = new Map()
  return {
    name: 'ours, remembering',
    quote: (market) => {
      const { quotes, consensus } = judged(market, previous)
      previous = consensus
      return quotes
    },
  }
}

const judged = ({ boards, truth }: SimulatedMarket, previous: ReadonlyMap<string, Consensus>) => {
  const unchangedMinutes = (ad: Ad) => truth.get(ad)?.unchangedMinutes ?? 0
  const market = judgeMarket(boards[0]?.fiat ?? '', boards, { previous, unchangedMinutes })
  const quotes = new Map<string, Quote>()
  const consensus = new Map<string, Consensus>()
  for (const board of market.boards) {
    const key = boardKey(board.exchange, board.side)
    if (board.consensus !== null) consensus.set(key, board.consensus)
    quotes.set(key, {
      price: board.ads.find(({ eligible }) => eligible)?.ad.price ?? null,
      accepted: board.ads.flatMap(({ trusted, ad }) => (trusted ? [ad] : [])),
    })
  }
  return { quotes, consensus }
}
