import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { throwAwayCopy } from '../tools/throw-away-copy.js'
import { applyChange, type Mutation, mutations, testsOf } from './mutations/read-mutations.js'
import type { Proof } from './proof.js'

export const mutationsProof: Proof = {
  name: 'mutations',
  target: 'every mutation of trust, prices, sockets and disks turns a test red',
  run: async ({ seed, fast, count, only, print }) => {
    const named = mutations.filter(({ name }) => name.includes(only ?? ''))
    if (named.length === 0) throw new Error(`there is no mutation "${only}"`)
    const chosen = fast || count !== undefined ? some(named, count ?? 6, seed) : named
    const waiting = [...chosen]
    const survivors: string[] = []
    const tryAll = async () => {
      const { root, remove } = throwAwayCopy()
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const isKilled = await isNoticed(root, next)
          print(`${isKilled ? 'killed  ' : 'SURVIVED'}  ${next.name}`)
          if (!isKilled) survivors.push(`survived: ${next.name}`)
        }
      } finally {
        remove()
      }
    }
    const { root, remove } = throwAwayCopy()
    const passes = await pass(root, [...new Set(chosen.flatMap(testsOf))])
    remove()
    if (!passes) throw new Error('these tests fail on the code as it stands, so that they judge nothing')
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism(), chosen.length) }, tryAll))
    return {
      breaches: survivors,
      figure: `${chosen.length - survivors.length} of ${chosen.length} mutations are killed`,
    }
  },
}

/** Returns at most `wanted` items, spread evenly over the list from a position that the seed selects. */
const some = <T>(list: readonly T[], wanted: number, seed: number): T[] => {
  const size = Math.min(wanted, list.length)
  const places = new Set(
    Array.from({ length: size }, (_, index) => (seed + Math.floor((index * list.length) / size)) % list.length),
  )
  return list.filter((_, place) => places.has(place))
}

async function isNoticed(root: string, mutation: Mutation): Promise<boolean> {
  const before = mutation.changes.map(({ file }) => [join(root, file), readFileSync(join(root, file), 'utf8')] as const)
  for (const change of mutation.changes) applyChange(root, change)
  try {
    for (const test of testsOf(mutation)) if (!(await pass(root, [test]))) return true
    return false
  } finally {
    for (const [path, code] of before) writeFileSync(path, code)
  }
}

/** A test that hangs over a mutation has noticed it. */
const patienceMs = 240_000

async function pass(root: string, tests: readonly string[]): Promise<boolean> {
  for (const test of tests) if (!existsSync(join(root, test))) throw new Error(`there is no ${test}`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'ignore',
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  const [code] = await once(child, 'close')
  return code === 0
}
