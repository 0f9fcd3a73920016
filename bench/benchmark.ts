/** A speed with a baseline beside it: ratios taken inside one run, so that the machine cancels out. */
export type Benchmark = {
  readonly name: string
  /** The goal in one line, as `pnpm bench --list` prints it. */
  readonly goal: string
  readonly run: (options: { readonly print: (line: string) => void }) => Promise<BenchmarkResult>
}

export type BenchmarkResult = {
  /** Whether every goal was reached in this run. */
  readonly met: boolean
  readonly figures: Readonly<Record<string, number>>
}
