import { expect } from 'vitest'
import type { Proof } from '../proof.js'

export async function holds({ run }: Proof, count?: number): Promise<void> {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const { breaches, figure } = await run({ seed: Number(process.env.SEED), count, fast: true, print })
  expect(breaches, [...printed, figure].join('\n')).toEqual([])
}
