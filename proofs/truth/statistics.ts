import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'

/** The path names the place that draws, so that no place disturbs the numbers of another. */
export const randomAt = (seed: number, path: string): Random => createRandom(seedFor(seed, path))

export const studentT4 = ({ normal, next }: Random): number =>
  normal() / Math.sqrt(-Math.log((1 - next()) * (1 - next())) / 2)

export const beta = (random: Random, a: number, b: number): number => {
  const x = gamma(random, a)
  return x / (x + gamma(random, b))
}

const gamma = (random: Random, shape: number): number => {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.next()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const z = random.normal()
    const v = (1 + z / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random.next()) < z ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

export const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
