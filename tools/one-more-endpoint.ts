import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesOfMarketEndpoint, sourcesOfServerEndpoint, tests } from './codemods/one-more-endpoint.js'
import { workInCopy } from './throw-away-copy.js'

/**
 * Walks docs/adding-an-endpoint.md in a copy with two endpoints: one takes 1 file, the other 3. Generates the rest, and runs
 * the quick tests that meet endpoints there: nothing else may have to change. `--all` runs every quick test, `--types` the
 * compiler alone.
 */
const meetEndpoints = [
  'packages/contract',
  'packages/sdk/src',
  'packages/server/src/http/routes',
  'packages/cli',
  'tools',
]
/** Compares the codemod with the code before it, so the copy does not have it. */
const testOfUnchangedCode = 'tools/adding.test.ts'

/** These call every endpoint. */
const slowAnswers = ['conformance', 'plans-apart'].map((name) => `packages/server/src/http/routes/${name}.slow.test.ts`)

const applyCodemod = (root: string): void => {
  for (const [path, edit] of Object.entries({ ...sourcesOfMarketEndpoint, ...sourcesOfServerEndpoint, ...tests })) {
    const place = join(root, path)
    writeFileSync(place, edit(existsSync(place) ? readFileSync(place, 'utf8') : ''))
  }
  rmSync(join(root, testOfUnchangedCode))
}

workInCopy((root, run) => {
  applyCodemod(root)
  const compiles =
    run(['--import', 'tsx', 'packages/contract/generate/main.ts']) &&
    run(['node_modules/typescript/bin/tsc', '--build', 'tsconfig.json'])
  if (!compiles || process.argv.includes('--types')) return compiles
  const chosen = process.argv.includes('--all') ? [] : meetEndpoints
  return (
    run(['--import', 'tsx', 'tools/api-docs.ts']) &&
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', '!slow', ...chosen]) &&
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'slow', ...slowAnswers])
  )
})
