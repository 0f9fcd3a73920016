import type { Parameters } from 'fast-check'

/** One promise of the core that must hold for every input. Numbered like the list in the documentation. */
export type Property = {
  readonly number: number
  readonly name: string
  /** Throws with the smallest counterexample found. */
  readonly check: (runs: Runs) => void
}

export type Runs = { readonly seed: number; readonly numRuns: number }

/** The runs of a check that costs `times` as much as an ordinary one. */
export const fewer = ({ seed, numRuns }: Runs, times: number): Parameters<unknown> => ({
  seed,
  numRuns: Math.max(5, Math.round(numRuns / times)),
})
