import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceOnce } from './replace-once.js'
import { throwAwayCopy } from './throw-away-copy.js'

/**
 * Runs the tests of a copy with one more exchange in the list. They must pass without any other change.
 * `--all` takes the whole suite in place of the parts that meet exchanges.
 */
const list = 'packages/core/src/exchanges/all.ts'
const meetExchanges = ['packages', 'proofs/conformance', 'proofs/wire', 'proofs/faults-payload', 'tools/docs']
const neverMeetThem = [
  'server/src/{store,accounts,limits,webhooks,http,operator,log}',
  'core/src/{trust,stats,history,payments,arbitrage,book}',
  'cli/src/{complete,render,settings}',
  'dashboard/{src/journeys,test}',
]
/** Leaves out what asks for the declarations of a full build, which do not depend on the list. */
const needsDeclarations = 'packages/sdk/test/packed.test.ts'

const { root, remove } = throwAwayCopy()
const run = (args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0

const passes = (): boolean => {
  const text = readFileSync(join(root, list), 'utf8')
  writeFileSync(join(root, list), replaceOnce(text, 'kucoin] as', 'kucoin, htx] as'))
  const without = (glob: string) => ['--exclude', glob]
  const chosen = process.argv.includes('--all')
    ? []
    : [...meetExchanges, ...neverMeetThem.flatMap((folder) => without(`packages/${folder}/**`))]
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
