import { beforeAll, expect, test } from 'vitest'
import { alertsProof } from './alerts.js'
import { buildWhereMissing } from './build-where-missing.js'

const seed = Math.floor(Math.random() * 1e9)

beforeAll(buildWhereMissing, 300_000)

test(`${alertsProof.target} (seed ${seed})`, async () => {
  const printed: string[] = []
  const { holds, figure } = await alertsProof.run({ seed, fast: true, print: (line) => printed.push(line) })
  expect(holds, [...printed, figure].join('\n')).toBe(true)
}, 900_000)
