import { expect } from 'vitest'
import type { Proof } from '../proof.js'

export async function holds({ run }: Proof, count?: number): Promise<void> {
  const printed: string[] = []
  const options = { seed: Number(process.env.SEED), fast: true, print: (line: string) => void printed.push(line) }
  const { breaches, figure } = await run(count === undefined ? options : { ...options, count })
  expect(breaches, [...printed, figure].join('\n')).toEqual([])
}
