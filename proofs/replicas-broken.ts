import type { Proof } from './proof.js'
import { buildChanged } from './replicas/changed-build.js'
import { type ClusterMutation, clusterMutations } from './replicas/mutations.js'
import { runSeed, wholeExtent } from './replicas/run-seed.js'
import { serverWithShortTimes } from './replicas/server-with-short-times.js'

export const replicasBrokenProof: Proof = {
  name: 'replicas-broken',
  target: 'every way in which several servers would be wrong about each other is caught by an invariant of replicas',
  run: async ({ seed, count, only, fast, print }) => {
    const chosen = clusterMutations
      .filter(({ name }) => only === undefined || name.includes(only))
      .slice(0, fast ? 1 : undefined)
    if (chosen.length === 0) throw new Error(`there is no break "${only}"`)
    const caught: { readonly name: string; readonly by: string | null }[] = []
    for (const one of chosen) {
      print(`trying  ${one.name}`)
      const by = await tryMutation(one, seed, count ?? mostSeeds)
      caught.push({ name: one.name, by })
      print(`${by === null ? 'SURVIVED' : 'caught'}  ${one.name}${by === null ? '' : `: ${by}`}`)
    }
    const survivors = caught.filter(({ by }) => by === null)
    return {
      breaches: survivors.map(({ name }) => `survived: ${name}`),
      figure: `${caught.length - survivors.length} of ${caught.length} breaks are caught`,
    }
  },
}

/** Not every seed brings the trouble in which it shows. */
const mostSeeds = 6

async function tryMutation({ changes, step }: ClusterMutation, seed: number, seeds: number): Promise<string | null> {
  const build = buildChanged([...serverWithShortTimes, ...changes])
  try {
    for (let one = seed; one < seed + seeds; one++) {
      const { breaches } = await runSeed({
        seed: one,
        program: build.program,
        extent: wholeExtent,
        only: step,
        printLine: () => {},
      })
      if (breaches[0] !== undefined) return breaches[0]
    }
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    build.remove()
  }
}
