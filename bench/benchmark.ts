/** Speed measurement with a baseline: ratios within one run, so that the speed of the machine cancels out. */
export type Benchmark = {
  readonly name: string
  readonly goal: string
  readonly run: (options: { readonly print: (line: string) => void }) => Promise<BenchmarkResult>
}

export type BenchmarkResult = {
  readonly met: boolean
  readonly figures: Readonly<Record<string, number>>
}
