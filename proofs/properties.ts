import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../tools/throw-away-copy.js'
import type { Proof } from './proof.js'

/** Runs the tests that `property` in core's testing folder makes, with a seed and a number of runs. */
export const propertiesProof: Proof = {
  name: 'properties',
  target: 'all 21 properties of trust, callers, prices, arbitrage, transfers and statistics hold for random markets',
  run: async ({ seed, count, fast }) => {
    const numRuns = count ?? (fast ? 40 : 2_000)
    const core = join(repository, 'packages/core/src')
    const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.prop.test.ts'),
    )
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
    const chosen = [...files.map((path) => join(core, path)), '--testNamePattern', '^property \\d+:']
    const { stdout } = spawnSync(process.execPath, [vitest, 'run', ...chosen, '--reporter=json', '--silent'], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, SEED: String(seed), RUNS: String(numRuns) },
    })
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"num'))) as Report
    const tried = testResults.flatMap(({ assertionResults }) => assertionResults).filter(isProperty)
    const broken = tried.filter(({ status }) => status !== 'passed')
    const breaches = broken.map(({ title, failureMessages }) => `${title}\n${failureMessages.join('\n')}`)
    if (tried.length !== howMany) breaches.push(`${tried.length} properties of ${howMany} were tried`)
    return { breaches, figure: `${tried.length - broken.length} of ${howMany} properties hold, ${numRuns} runs each` }
  },
}

const howMany = 21

type Report = { readonly testResults: readonly { readonly assertionResults: readonly Outcome[] }[] }
type Outcome = { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }

const isProperty = ({ title, status }: Outcome): boolean => /^property \d+:/.test(title) && status !== 'pending'
