import { type RunResult, runAlone, runCollectorFaults } from './agents/run-collector-faults.js'
import { type Open, withParts } from './harness/parts.js'
import type { Proof } from './proof.js'

/**
 * Exchanges that only remote collectors can reach: one of those lies, one is slow, is killed and repeats itself, one has a
 * wrong clock.
 */
export const agentsProof: Proof = {
  name: 'agents',
  target: 'no lie of a remote collector becomes a best price, and honest ones are read on, whatever happens to them',
  run: async ({ seed, count, fast, only, print }) => {
    const rounds = count ?? (fast ? 1 : 5)
    const acts = Object.entries(scenariosOf(fast)).filter(([name]) => only === undefined || name.includes(only))
    const breaches: string[] = []
    let pages = 0
    let looks = 0
    for (let round = 0; round < rounds; round += 1)
      for (const [name, play] of acts) {
        const played = await withParts((open) => play(open, seed + round))
        breaches.push(...played.breaches)
        pages += played.pages
        looks += played.checksMade
        print(`round ${round + 1}, ${name}: ${pages} pages counted, ${looks} looks`)
      }
    return {
      breaches: [...new Set(breaches)],
      figure: `${rounds} rounds of ${acts.map(([name]) => name).join(', ')}; ${pages} pages, ${looks} looks`,
    }
  },
}

const scenariosOf = (fast: boolean): Readonly<Record<string, (open: Open, seed: number) => Promise<RunResult>>> => ({
  alone: runAlone,
  faults: (open, seed) => runCollectorFaults(open, seed, fast ? 10 : 40),
})
