import { median } from '@p2p-rates/core'
import { hasOwnEngines, missingEngines } from './harness/postgres-and-redis-programs.js'
import type { Proof } from './proof.js'
import { buildChanged } from './replicas/changed-build.js'
import { fastExtent, type RunResult, runSeed, wholeExtent } from './replicas/run-seed.js'
import { serverWithShortTimes } from './replicas/server-with-short-times.js'

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
    const build = buildChanged(serverWithShortTimes)
    const played: RunResult[] = []
    const seeds = Array.from({ length: count ?? (fast ? 1 : 50) }, (_, index) => seed + index)
    try {
      const play = async (one: number): Promise<RunResult> => {
        const printLine = (line: string) => print(`${one}  ${line}`)
        printLine('begins')
        const extent = fast ? fastExtent : wholeExtent
        const result = await runSeed({ seed: one, program: build.program, extent, only, printLine })
        return result
      }
      for (const one of seeds) played.push(await play(one))
    } finally {
      build.remove()
    }
    const breaches = played.flatMap((one) => one.breaches)
    const takeoverMs = played.flatMap(({ takeovers }) => takeovers.map(({ tookMs }) => tookMs))
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    print(
      `take-overs  ${takeoverMs.length}, median ${seconds(median(takeoverMs) ?? 0)}, worst ${seconds(Math.max(0, ...takeoverMs))}`,
    )
    return {
      breaches,
      figure: `${seeds.length} seeds`,
    }
  },
}
