/** USDT available at this price or a better one. */
export type Step = { readonly price: number; readonly usdt: number }

type Offer = { readonly price: number; readonly available_usdt: number | null; readonly max_amount: number }

/** The USDT of offers summed up from the best price outwards, one step for each price. */
export function depthSteps(offers: readonly Offer[], side: 'buy' | 'sell'): readonly Step[] {
  const steps: Step[] = []
  const outwards = offers.toSorted((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price))
  let usdt = 0
  for (const { price, available_usdt: stock, max_amount: most } of outwards) {
    usdt += stock ?? most / price
    if (steps.at(-1)?.price === price) steps.pop()
    steps.push({ price, usdt })
  }
  return steps
}

/** The price up to which an amount of fiat reaches; `null` where the offers do not suffice. */
export function reachOf(steps: readonly Step[], fiat: number): Step | null {
  let paid = 0
  let before = 0
  for (const { price, usdt } of steps) {
    const here = (usdt - before) * price
    if (paid + here >= fiat) return { price, usdt: before + (fiat - paid) / price }
    paid += here
    before = usdt
  }
  return null
}
