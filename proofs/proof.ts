/** A promise with a command behind it: `pnpm prove <name>` runs it and exits 0 only when the target holds. */
export type Proof = {
  readonly name: string
  /** The target in one line, as `pnpm prove --list` prints it. */
  readonly target: string
  readonly run: (options: ProofOptions) => Promise<ProofResult>
}

export type ProofOptions = {
  readonly seed: number
  /** How many cases, markets, kills...; the proof's own full count when absent. */
  readonly count?: number
  /** A form that takes seconds, for `npm test`. */
  readonly fast: boolean
  /** Where recordings lie, for proofs that read some. */
  readonly dir?: string
  /** Only the cases whose names contain this, for proofs that have named ones. */
  readonly only?: string
  readonly print: (line: string) => void
}

export type ProofResult = {
  readonly holds: boolean
  /** The one figure that the last line shows. */
  readonly figure: string
  /** What `--json` prints beside it. */
  readonly details?: unknown
}
