import { describe, expect, test } from 'vitest'
import { buildWhereMissing } from './build-where-missing.js'
import { hasOwnEngines } from './replicas/programs.js'
import { replicasProof } from './replicas.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`replicas seed ${seed}`)

describe.skipIf(!hasOwnEngines)('three servers over engines that fail', () => {
  test('keep what they promise, for two seeds', async () => {
    buildWhereMissing()
    const printed: string[] = []
    const { holds, figure } = await replicasProof.run({ seed, fast: true, print: (line) => printed.push(line) })
    expect(holds, [...printed, figure].join('\n')).toBe(true)
  }, 600_000)
})
