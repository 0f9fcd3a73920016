/** Seeded chance. The path names the place that draws, so that no place disturbs the numbers of another. */
export type Random = {
  /** Uniform in [0, 1). */
  readonly unit: () => number
  readonly between: (low: number, high: number) => number
  /** Whole numbers, both ends included. */
  readonly integer: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly normal: () => number
  readonly studentT4: () => number
  readonly beta: (a: number, b: number) => number
}

export const createRandom = (seed: number, path: string): Random => {
  const unit = smallFastCounter(seed, path)
  const between = (low: number, high: number) => low + (high - low) * unit()
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1))
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - unit()) ** (1 / shape)
    const d = shape - 1 / 3
    for (;;) {
      const z = normal()
      const v = (1 + z / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - unit()) < z ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return {
    unit,
    between,
    integer,
    chance: (probability) => unit() < probability,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    normal,
    studentT4: () => normal() / Math.sqrt(-Math.log((1 - unit()) * (1 - unit())) / 2),
    beta: (a, b) => {
      const x = gamma(a)
      return x / (x + gamma(b))
    },
  }
}

/** The generator known as sfc32, filled from a hash of seed and path. */
const smallFastCounter = (seed: number, path: string): (() => number) => {
  let [a, b, c, counter] = [hash(seed, `a${path}`), hash(seed, `b${path}`), hash(seed, `c${path}`), 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()
  return next
}

const hash = (seed: number, text: string): number => {
  let mixed = Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 2 ** 32)
  for (let at = 0; at < text.length; at += 1)
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x85ebca6b) ^ (mixed >>> 15)
  return mixed | 0
}
