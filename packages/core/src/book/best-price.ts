import type { TrustedBoard } from '../trust/judgement.js'

/** Best price for a normal caller on one board, with the number of eligible ads; `null` without such an ad. */
export type BestPrice = { readonly price: number | null; readonly ads: number }

/** Best price on one side of one exchange, from the ads that a normal caller can take. */
export function bestPrice(board: TrustedBoard): BestPrice {
  const eligible = board.ads.filter((ad) => ad.eligible)
  // Boards are sorted best price first.
  return { price: eligible[0]?.ad.price ?? null, ads: eligible.length }
}
