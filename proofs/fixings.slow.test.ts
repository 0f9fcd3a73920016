import { beforeAll, expect, test } from 'vitest'
import { buildWhereMissing } from './build-where-missing.js'
import { fixingsProof } from './fixings.js'

const seed = Math.floor(Math.random() * 1e9)

beforeAll(buildWhereMissing, 300_000)

test(`${fixingsProof.target} (seed ${seed})`, async () => {
  const printed: string[] = []
  const { holds, figure } = await fixingsProof.run({ seed, fast: true, print: (line) => printed.push(line) })
  expect(holds, [...printed, figure].join('\n')).toBe(true)
}, 240_000)
