import { beforeAll, expect, test } from 'vitest'
import { buildWhereMissing } from './build-where-missing.js'
import { crashProof } from './crash.js'
import { diskFullProof } from './disk-full.js'
import { secretsProof } from './secrets.js'
import { stopProof } from './stop.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`seed of the server proofs: ${seed}`)

beforeAll(buildWhereMissing, 300_000)

test.each([crashProof, diskFullProof, secretsProof, stopProof])(
  '$name: $target',
  async ({ run }) => {
    const printed: string[] = []
    const { holds, figure } = await run({ seed, fast: true, print: (line) => printed.push(line) })
    expect(holds, [...printed, figure].join('\n')).toBe(true)
  },
  300_000,
)
