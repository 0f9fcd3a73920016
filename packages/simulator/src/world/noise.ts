import { createRandom, mix } from '@p2p-rates/core/internal'

/** A number that wanders around 0 with standard deviation of about 1. */
export type Noise = (atMs: number) => number

/**
 * Wandering that can be read at any instant without walking there: a normal draw every `periodMs`, straight lines between.
 * It returns to its mean by construction, so no month drifts away.
 */
export function createNoise(seed: number, periodMs: number): Noise {
  let at = Number.NaN
  let from = 0
  let to = 0
  return (atMs) => {
    const position = atMs / periodMs
    const index = Math.floor(position)
    if (index !== at) {
      from = index === at + 1 ? to : draw(seed, index)
      to = draw(seed, index + 1)
      at = index
    }
    return from + (to - from) * (position - index)
  }
}

const draw = (seed: number, index: number): number => createRandom(mix(seed, index)).normal()
