import { availableParallelism } from 'node:os'
import { mutations } from './mutations/all.js'
import { tryAll } from './mutations/try-all.js'
import type { Proof } from './proof.js'

export const mutationsProof: Proof = {
  name: 'mutations',
  target: 'every mutation of trust, prices, sockets and disks turns a test red',
  run: async ({ seed, fast, count, only, print }) => {
    const named = only === undefined ? mutations : mutations.filter(({ name }) => name.includes(only))
    if (named.length === 0) throw new Error(`there is no mutation "${only}"`)
    const chosen = fast || count !== undefined ? some(named, count ?? 6, seed) : named
    const tried = await tryAll(chosen, {
      laboratories: Math.min(4, availableParallelism()),
      told: ({ name, verdict, seconds }) => print(`${verdict.padEnd(8)}  ${seconds.toFixed(1).padStart(5)} s  ${name}`),
    })
    const survivors = tried.filter(({ verdict }) => verdict === 'SURVIVED')
    return {
      breaches: survivors.map(({ name }) => `survived: ${name}`),
      figure: `${tried.length - survivors.length} of ${tried.length} mutations are killed`,
    }
  },
}

/** Returns at most `wanted` items, spread evenly over the list from a position that the seed selects. */
const some = <T>(list: readonly T[], wanted: number, seed: number): T[] => {
  const size = Math.min(wanted, list.length)
  const places = new Set(
    Array.from({ length: size }, (_, index) => (seed + Math.floor((index * list.length) / size)) % list.length),
  )
  return list.filter((_, place) => places.has(place))
}
