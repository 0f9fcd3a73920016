import { createRandom } from '@p2p-rates/core/internal'
import {
  allCases,
  type Case,
  compareHttpPaths,
  openConformanceServer,
  randomCase,
  runCase,
} from '@p2p-rates/server/testing'
import type { Proof } from './proof.js'

/** Walks every endpoint through every situation, then through random mixtures of parameters; then asks both doors the same. */
export const conformanceProof: Proof = {
  name: 'conformance',
  target: 'every answer has the promised status, headers and body, checked against the served OpenAPI document',
  run: async ({ seed, count, fast }) => {
    const drawn = count ?? (fast ? 500 : 20_000)
    const random = createRandom(seed)
    const scene = await openConformanceServer()
    const wrong: string[] = []
    let played = 0
    const check = async (one: Case) => {
      played += 1
      const complaints = await runCase(scene, one)
      wrong.push(...complaints.map((complaint) => `${one.endpoint}, ${one.name}: ${complaint}`))
    }
    try {
      for (const one of allCases()) await check(one)
      for (let index = 0; index < drawn; index++) await check(randomCase(random))
    } finally {
      await scene.stop()
    }
    const { differences } = await compareHttpPaths({ seed, count: drawn })
    wrong.push(...differences.map(({ path, fast: one, slow: other }) => `${path}:\n${one}\n--- but\n${other}`))
    return {
      breaches: wrong,
      figure: `${played} requests, ${drawn} of them with random parameters; ${drawn} at both doors`,
    }
  },
}
