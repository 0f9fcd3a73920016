import { clusterMutations, type Mutation } from './mutations/read-mutations.js'
import type { Proof } from './proof.js'
import { buildChanged, serverWithShortTimes } from './replicas/changed-build.js'
import { runSeed, wholeExtent } from './replicas/run-seed.js'

export const replicasBrokenProof: Proof = {
  name: 'replicas-broken',
  target: 'every way in which several servers would be wrong about each other is caught by an invariant of replicas',
  run: async ({ seed, count, only, fast, print }) => {
    const chosen = clusterMutations.filter(({ name }) => name.includes(only ?? '')).slice(0, fast ? 1 : undefined)
    if (chosen.length === 0) throw new Error(`there is no break "${only}"`)
    const survivors: string[] = []
    for (const one of chosen) {
      const by = await tryMutation(one, seed, count ?? mostSeeds)
      print(`${by === null ? 'SURVIVED' : 'caught'}  ${one.name}${by === null ? '' : `: ${by}`}`)
      if (by === null) survivors.push(`survived: ${one.name}`)
    }
    return { breaches: survivors, figure: `${chosen.length - survivors.length} of ${chosen.length} breaks are caught` }
  },
}

/** Not every seed brings the trouble in which it shows. */
const mostSeeds = 6

async function tryMutation({ changes, tags }: Mutation, seed: number, seeds: number): Promise<string | null> {
  const { program, remove } = buildChanged([...serverWithShortTimes, ...changes])
  try {
    for (let one = seed; one < seed + seeds; one++) {
      const options = { seed: one, program, extent: wholeExtent, only: tags[0], printLine: () => {} }
      const [breach] = await runSeed(options)
      if (breach !== undefined) return breach
    }
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    remove()
  }
}
