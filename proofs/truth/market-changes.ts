import type { Ad, Board, ExchangeId, Side } from '@p2p-rates/core'
import type { AdTruth, SimulatedMarket } from './simulated-market.js'

/** Multiply prices by `factor`; `repriced` is the share of each board that has followed. */
export const moved = (market: SimulatedMarket, factor: number, repriced = 1): SimulatedMarket =>
  rewritten(market, (ad, _honest, index, count) => {
    if (index >= count * repriced) return { ad }
    const [price, minFiat, maxFiat] = [ad.price, ad.minFiat, ad.maxFiat].map((amount) => cents(amount * factor))
    return { ad: { ...ad, price: price ?? 0, minFiat: minFiat ?? 0, maxFiat: maxFiat ?? 0 }, unchangedMinutes: 5 }
  })

const withWallet = (market: SimulatedMarket, factor: number, takesWallet: (index: number) => boolean) =>
  rewritten(market, (ad, _honest, index) => {
    if (ad.side === 'BUY' || !takesWallet(index)) return { ad: { ...ad, paymentMethods: ['Monobank'] } }
    return { ad: { ...ad, paymentMethods: ['Alipay'], price: cents(ad.price * factor) } }
  })

export const onTwoRails = (market: SimulatedMarket): SimulatedMarket =>
  withWallet(market, 1.08, (index) => index % 2 === 1)

export const withDearWallet = (market: SimulatedMarket): SimulatedMarket =>
  withWallet(market, 1.045, (index) => index % 10 < 3)

export const withSidesSwapped = (market: SimulatedMarket, exchange: ExchangeId): SimulatedMarket => {
  const misfiled = rewritten(market, (ad) => ({
    ad: ad.exchange === exchange ? { ...ad, side: otherSide[ad.side] } : ad,
  }))
  const boards = misfiled.boards.map((board) =>
    board.exchange === exchange ? { ...board, side: otherSide[board.side] } : board,
  )
  return { ...misfiled, boards }
}

export const withExchange = (market: SimulatedMarket, other: SimulatedMarket, exchange: ExchangeId) => ({
  boards: [
    ...market.boards.filter((board) => board.exchange !== exchange),
    ...other.boards.filter((board) => board.exchange === exchange),
  ],
  truth: new Map([...market.truth, ...other.truth]),
})

/** Absent fields keep their values. */
type Rewriting = { readonly ad: Ad } & Partial<AdTruth>

export const rewritten = (
  { boards, truth }: SimulatedMarket,
  rewrite: (ad: Ad, honest: boolean, index: number, count: number) => Rewriting,
): SimulatedMarket => {
  const known = new Map<Ad, AdTruth>()
  const rewriteBoard = (board: Board): Board => ({
    ...board,
    ads: board.ads.map((before, index) => {
      const { honest = false, unchangedMinutes = 0 } = truth.get(before) ?? {}
      const { ad, ...changed } = rewrite(before, honest, index, board.ads.length)
      known.set(ad, { honest, unchangedMinutes, ...changed })
      return ad
    }),
  })
  return { boards: boards.map(rewriteBoard), truth: known }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

const otherSide: Record<Side, Side> = { BUY: 'SELL', SELL: 'BUY' }

export const onlyExchanges = ({ boards, truth }: SimulatedMarket, names: readonly ExchangeId[]): SimulatedMarket => ({
  boards: boards.filter(({ exchange }) => names.includes(exchange)),
  truth,
})

/** The market with other ads on each board. */
export const withAds = (market: SimulatedMarket, adsOf: (board: Board) => Board['ads']): SimulatedMarket => ({
  ...market,
  boards: market.boards.map((board) => ({ ...board, ads: adsOf(board) })),
})

export const withoutSide = (market: SimulatedMarket, empty: Side): SimulatedMarket =>
  withAds(market, ({ side, ads }) => (side === empty ? [] : ads))

export const standingStill = (market: SimulatedMarket): SimulatedMarket => ({
  ...market,
  truth: new Map([...market.truth].map(([ad]) => [ad, { honest: false, unchangedMinutes: 120 }])),
})

/** A share of the ads has the new price. The old prices are no longer valid, except for a share `serving` of them. */
export const repricing = (market: SimulatedMarket, factor: number, share: number, serving = 0): SimulatedMarket => {
  const half = moved(market, factor, share)
  const repriced = new Set(
    moved(market, factor).boards.flatMap(({ ads }) => ads.map(({ adId, price }) => `${adId} ${price}`)),
  )
  return rewritten(half, (ad, honest, index) => ({
    ad,
    honest: honest && (repriced.has(`${ad.adId} ${ad.price}`) || index % 10 < 10 * serving),
  }))
}

/** The ads that a caller of one payment method can take. */
export const onlyMethod = (market: SimulatedMarket, method: string | undefined): SimulatedMarket =>
  method === undefined
    ? market
    : withAds(market, ({ ads }) => ads.filter(({ paymentMethods }) => paymentMethods.includes(method)))
