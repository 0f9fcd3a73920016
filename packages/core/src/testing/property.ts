import type { Parameters } from 'fast-check'
import { test } from 'vitest'

export type Runs = { readonly seed: number; readonly numRuns: number }

/** SEED repeats a run. RUNS is the number of runs, which `pnpm prove properties` raises. */
const runs: Runs = {
  seed: Number(process.env.SEED),
  numRuns: Number(process.env.RUNS ?? 40),
}

/**
 * One promise of the core that must hold for every input, numbered among all of them. `check` throws with the smallest
 * counterexample found.
 */
export const property = (number: number, name: string, check: (runs: Runs) => void): void =>
  test(`property ${number}: ${name}`, { timeout: 600_000 }, () => check(runs))

export const fewer = ({ seed, numRuns }: Runs, times: number): Parameters<unknown> => ({
  seed,
  numRuns: Math.max(5, Math.round(numRuns / times)),
})
