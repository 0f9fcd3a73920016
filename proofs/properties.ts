import type { Proof } from './proof.js'
import { consensusProperties } from './properties/consensus.js'
import type { Property } from './properties/property.js'
import { recordProperties } from './properties/records.js'
import { scoreProperties } from './properties/scores.js'
import { statisticsProperties } from './properties/statistics.js'
import { tradeProperties } from './properties/trades.js'

/** What the core promises for every input, tested with random ones. */
export const properties: readonly Property[] = [
  ...scoreProperties,
  ...recordProperties,
  ...consensusProperties,
  ...tradeProperties,
  ...statisticsProperties,
].sort((a, b) => a.number - b.number)

export const propertiesProof: Proof = {
  name: 'properties',
  target: 'all fifteen properties of trust, prices, arbitrage and statistics hold for random markets',
  run: async ({ seed, count, fast, print }) => {
    const numRuns = count ?? (fast ? 40 : 2_000)
    const broken: number[] = []
    for (const { number, name, check } of properties) {
      try {
        check({ seed, numRuns })
        print(`holds   ${String(number).padStart(2)}  ${name}`)
      } catch (error) {
        broken.push(number)
        print(
          `BROKEN  ${String(number).padStart(2)}  ${name}\n${error instanceof Error ? error.message : String(error)}`,
        )
      }
    }
    return {
      holds: broken.length === 0,
      figure: `${properties.length - broken.length} of ${properties.length} properties hold, ${numRuns} runs each`,
      details: { broken, numRuns },
    }
  },
}
