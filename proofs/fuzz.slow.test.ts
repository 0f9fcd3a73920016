import { expect, test } from 'vitest'
import { fuzzProof } from './fuzz.js'

const seed = Math.floor(Math.random() * 1e9)

const run = async (proof: typeof fuzzProof, count: number) => {
  const lines: string[] = []
  const { holds } = await proof.run({ seed, count, fast: true, print: (line) => lines.push(line) })
  return { holds, lines: holds ? [] : [`seed ${seed}`, ...lines.slice(0, 10)] }
}

test('nothing sent to the server fails it, and every answer fits the served document', async () => {
  expect(await run(fuzzProof, 600)).toEqual({ holds: true, lines: [] })
})
