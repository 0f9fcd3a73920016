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
  run: async ({ seed, count, fast, print }) => {
    const drawn = count ?? (fast ? 500 : 20_000)
    const random = createRandom(seed)
    const scene = await openConformanceServer()
    const wrong: string[] = []
    let played = 0
    const check = async (one: Case) => {
      played += 1
      const complaints = await runCase(scene, one)
      for (const complaint of complaints) print(`! ${one.endpoint}, ${one.name}: ${complaint}`)
      wrong.push(...complaints)
    }
    try {
      for (const one of allCases()) await check(one)
      for (let index = 0; index < drawn; index++) await check(randomCase(random))
    } finally {
      await scene.stop()
    }
    const { differences } = await compareHttpPaths({ seed, count: drawn })
    for (const { path, fast: one, slow: other } of differences) print(`! ${path}:\n${one}\n--- but\n${other}`)
    return {
      holds: wrong.length === 0 && differences.length === 0,
      figure: `${played} requests, ${drawn} of them with random parameters: ${wrong.length} complaints; ${drawn} at both doors: ${differences.length} differences`,
    }
  },
}
