import { hourMs, type Price } from '../stats/group-by-hour.js'

const stepMs = 300_000

export function every5Minutes(endMs: number, hours: number, price: (t: number, index: number) => number): Price[] {
  const count = (hours * hourMs) / stepMs
  return Array.from({ length: count }, (_, index) => {
    const t = endMs - (count - 1 - index) * stepMs
    return { t, price: price(t, index) }
  })
}

export const asPoints = (prices: readonly Price[]) => prices.map(({ t, price }) => ({ t, buy: price }))
