import type { Mutation } from './mutation.js'
import { type MutationSandbox, openMutationSandbox, type Verdict } from './sandbox.js'

export type Tried = { readonly name: string; readonly verdict: Verdict; readonly seconds: number }

export const tryAll = async (
  mutations: readonly Mutation[],
  options: { readonly laboratories: number; readonly told: (tried: Tried) => void },
): Promise<Tried[]> => {
  const waiting = [...mutations]
  const tried: Tried[] = []
  const work = async (laboratory: MutationSandbox) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const startMs = performance.now()
      const verdict = await laboratory.tryMutation(next)
      const result = { name: next.name, verdict, seconds: (performance.now() - startMs) / 1000 }
      options.told(result)
      tried.push(result)
    }
  }
  const laboratories = Array.from({ length: Math.min(options.laboratories, mutations.length) }, openMutationSandbox)
  try {
    const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))]
    if (laboratories[0] !== undefined && !(await laboratories[0].passesUnmutated(tests)))
      throw new Error('these tests fail on the code as it stands, so that they judge nothing')
    await Promise.all(laboratories.map(work))
  } finally {
    for (const laboratory of laboratories) laboratory.close()
  }
  return tried
}
