type PricedAd = { readonly price: number; readonly trusted: boolean }

/** Ads that are not trusted though their price beats the best trusted one, in the order given. */
export const findLures = <Ad extends PricedAd>(ads: readonly Ad[], side: 'buy' | 'sell', bestPrice: number): Ad[] =>
  ads.filter(({ price, trusted }) => !trusted && (side === 'buy' ? price < bestPrice : price > bestPrice))
