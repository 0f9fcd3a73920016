import { hasOwnEngines, missingEngines } from './harness/postgres-and-redis-programs.js'
import type { Proof } from './proof.js'
import { buildChanged, serverWithShortTimes } from './replicas/changed-build.js'
import { fastExtent, runSeed, wholeExtent } from './replicas/run-seed.js'

export const replicasProof: Proof = {
  name: 'replicas',
  target:
    'three servers, killed, paused and cut off by seed, with engines that die: limits, keys, data and deliveries hold',
  run: async ({ seed, count, fast, only, print }) => {
    if (!hasOwnEngines) {
      const missing = missingEngines.join(', ')
      const isRequired = process.env.REQUIRED_PROGRAMS?.split(' ').some((name) => missingEngines.includes(name))
      if (!fast || isRequired === true) throw new Error(`This proof needs ${missing}.`)
      return { breaches: [], figure: `skipped, not installed: ${missing}` }
    }
    const { program, remove } = buildChanged(serverWithShortTimes)
    const extent = fast ? fastExtent : wholeExtent
    const seeds = Array.from({ length: count ?? (fast ? 1 : 50) }, (_, index) => seed + index)
    const breaches: string[] = []
    try {
      for (const one of seeds) {
        const printLine = (line: string) => print(`${one}  ${line}`)
        const broken = await runSeed({ seed: one, program, extent, only, printLine })
        breaches.push(...broken.map((breach) => `seed ${one}: ${breach}`))
      }
    } finally {
      remove()
    }
    return { breaches, figure: `${breaches.length} broken promises in ${seeds.length} seeds` }
  },
}
