import { hourMs, type Price } from './hourly.js'

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export const stepMs = 300_000

/** Prices every 5 minutes up to `endMs`, from a function of the moment. */
export function every5Minutes(endMs: number, hours: number, price: (t: number, index: number) => number): Price[] {
  const count = (hours * hourMs) / stepMs
  return Array.from({ length: count }, (_, index) => {
    const t = endMs - (count - 1 - index) * stepMs
    return { t, price: price(t, index) }
  })
}

export const asPoints = (prices: readonly Price[]) => prices.map(({ t, price }) => ({ t, buy: price }))
