import { expect, test } from 'vitest'
import { truthProof } from '../truth.js'

/** SEED=… repeats a run; a failure names its seed. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

const prove = async () => {
  const printed: string[] = []
  const result = await truthProof.run({ seed, fast: true, print: (line) => printed.push(line) })
  return { ...result, printed: printed.join('\n') }
}

const first = prove()

test(`prices on simulated markets are true and no story is told worse than before (seed ${seed})`, async () => {
  const { holds, printed } = await first
  expect(holds, printed).toBe(true)
})

test(`the same seed gives the same table (seed ${seed})`, async () => {
  expect(await prove()).toEqual(await first)
})
