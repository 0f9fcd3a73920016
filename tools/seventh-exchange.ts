import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testsThatMeetExchanges } from './exchange-tests.js'
import { replaceOnce } from './replace-once.js'
import { throwAwayCopy } from './throw-away-copy.js'

/**
 * Runs the tests of a copy with one more exchange in the list. They must pass without any other change.
 * `--all` takes the whole suite in place of the parts that meet exchanges.
 */
const list = 'packages/core/src/exchanges/all.ts'
/** Leaves out what asks for the declarations of a full build, which do not depend on the list. */
const needsDeclarations = 'packages/sdk/test/packed.slow.test.ts'

const { root, remove } = throwAwayCopy()
const run = (args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0

const passes = (): boolean => {
  const text = readFileSync(join(root, list), 'utf8')
  writeFileSync(join(root, list), replaceOnce(text, 'kucoin] as', 'kucoin, htx] as'))
  const without = (glob: string) => ['--exclude', glob]
  const chosen = process.argv.includes('--all') ? [] : testsThatMeetExchanges(root)
  return (
    run(['--import', 'tsx', 'tools/api-docs.ts']) &&
    run(['tools/with-pnpm.mjs', 'build:js']) &&
    run(['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...without(needsDeclarations)])
  )
}

try {
  process.exitCode = passes() ? 0 : 1
} finally {
  remove()
}
