/** A promise with a command behind it: `pnpm prove <name>` runs it and exits 0 only when the target holds. */
export type Proof = {
  readonly name: string
  readonly target: string
  readonly run: (options: ProofOptions) => Promise<ProofResult>
}

export type ProofOptions = {
  readonly seed: number
  /** Number of cases, markets or kills; the proof's full count if absent. */
  readonly count?: number | undefined
  /** A form that takes seconds, for `npm test`. */
  readonly fast: boolean
  readonly dir?: string | undefined
  readonly only?: string | undefined
  /** Measures each trust number and rule in place of the proof's targets. */
  readonly ledger?: boolean
  readonly print: (line: string) => void
}

/** The target holds if there is no breach. */
export type ProofResult = {
  readonly breaches: readonly string[]
  readonly figure: string
  /** Measurements for `--json`. */
  readonly details?: unknown
}
