import { beforeAll, describe, expect, test } from 'vitest'
import { buildWhereMissing } from './build-where-missing.js'
import { hasOwnEngines } from './replicas/programs.js'
import { replicasProof } from './replicas.js'

const seed = Math.floor(Math.random() * 1e9)

describe.skipIf(!hasOwnEngines)('several servers', () => {
  beforeAll(buildWhereMissing, 300_000)

  test(`${replicasProof.target} (seed ${seed})`, async () => {
    const printed: string[] = []
    const { holds, figure } = await replicasProof.run({ seed, fast: true, print: (line) => printed.push(line) })
    expect(holds, [...printed, figure].join('\n')).toBe(true)
  }, 900_000)
})
