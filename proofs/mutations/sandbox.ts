import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { replaceOnce } from '../../tools/replace-once.js'
import { throwAwayCopy } from '../../tools/throw-away-copy.js'
import { atExit } from '../harness/at-exit.js'
import type { Mutation } from './mutation.js'

/** A test that hangs over a mutation has noticed it. */
const patienceMs = 240_000

export type Verdict = 'killed' | 'SURVIVED'

export type MutationSandbox = {
  /** Returns true if these tests pass without a mutation; otherwise a killed mutation would prove nothing. */
  readonly passesUnmutated: (tests: readonly string[]) => Promise<boolean>
  readonly tryMutation: (mutation: Mutation) => Promise<Verdict>
  readonly close: () => void
}

export const openMutationSandbox = (): MutationSandbox => {
  const { root, remove } = throwAwayCopy()
  return {
    passesUnmutated: (tests) => pass(root, tests),
    tryMutation: async ({ file, search, replacement, tests }) => {
      const path = join(root, file)
      const before = readFileSync(path, 'utf8')
      writeFileSync(path, parsed(file, replaceOnce(before, search, replacement)))
      try {
        for (const test of tests) if (!(await pass(root, [test]))) return 'killed'
        return 'SURVIVED'
      } finally {
        writeFileSync(path, before)
      }
    },
    close: atExit(remove),
  }
}

/** Code that does not parse is killed by everything, and shows nothing. */
const parsed = (file: string, code: string): string => {
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  })
  if (diagnostics.length > 0) throw new Error(`the mutation of ${file} does not parse`)
  return code
}

const pass = async (root: string, tests: readonly string[]): Promise<boolean> => {
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
