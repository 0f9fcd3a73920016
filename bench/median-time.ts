/** Middle values of several jobs, measured in turns so that a slow moment of the machine hits all of them. */
export function medianMicroseconds(rounds: number, jobs: readonly (() => unknown)[]): number[] {
  const times = jobs.map(() => [] as number[])
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++)
    for (const [index, job] of jobs.entries()) {
      const start = performance.now()
      job()
      const elapsed = performance.now() - start
      // Rounds below zero only warm the code.
      if (round >= 0) times[index]?.push(elapsed * 1000)
    }
  return times.map(medianOf)
}

/** Results of several jobs, done in turns for the same reason. The first rounds only warm up. */
export async function inTurns<Name extends string, Result>(
  jobs: Readonly<Record<Name, () => Promise<Result>>>,
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = Object.keys(jobs) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = -warmUps; round < rounds; round++)
    for (const name of names) {
      const result = await jobs[name]()
      if (round >= 0) results[name].push(result)
    }
  return results
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export async function cpuMsOf(job: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await job()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export function millisecondsOf(job: () => void): number {
  const startMs = performance.now()
  job()
  return performance.now() - startMs
}

/** Memory in use by this process, in bytes. */
export function heldBytes(): number {
  // Buffers are only given back by the collection after the one that finds them.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
