/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  readonly next: () => number
  /** A whole number from 0 up to, and without, the limit. */
  readonly below: (limit: number) => number
  readonly between: (low: number, high: number) => number
  /** Whole numbers, both ends included. */
  readonly integer: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  /** Standard normal. */
  readonly normal: () => number
}

/** Mulberry32: 32 bits of state are plenty for prices, and it is the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    return scramble(state) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** One number that stands for a seed and a path of labels below it. */
export function seedFor(seed: number, ...labels: readonly (string | number)[]): number {
  let hash = scramble(seed >>> 0)
  for (const label of labels) {
    if (typeof label === 'number') hash = mix(hash, label)
    else for (let index = 0; index < label.length; index++) hash = mix(hash, label.charCodeAt(index))
    hash = mix(hash, 0x2f)
  }
  return hash
}

/** Folds one more whole number into a seed. */
export const mix = (seed: number, value: number): number =>
  scramble((Math.imul(seed ^ (value | 0), 0x9e3779b1) + Math.floor(value / 2 ** 32)) >>> 0)

function scramble(value: number): number {
  let bits = Math.imul(value ^ (value >>> 15), value | 1)
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
  return (bits ^ (bits >>> 14)) >>> 0
}
