import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Proof } from './proof.js'

export const propertiesProof: Proof = {
  name: 'properties',
  target: 'all fifteen properties of trust, prices, arbitrage and statistics hold for random markets',
  run: async ({ seed, count, fast, print }) => {
    const numRuns = count ?? (fast ? 40 : 2_000)
    const tried = tryProperties(seed, numRuns)
    for (const { number, name, broken } of tried)
      print(`${broken === null ? 'holds ' : 'BROKEN'}  ${String(number).padStart(2)}  ${name}${broken ?? ''}`)
    const kept = tried.filter(({ broken }) => broken === null).length
    return {
      breaches: kept === howMany && tried.length === howMany ? [] : [`${kept} of ${tried.length} properties held`],
      figure: `${kept} of ${howMany} properties hold, ${numRuns} runs each`,
    }
  },
}

const howMany = 15

type Tried = { readonly number: number; readonly name: string /** `null`: it holds. */; readonly broken: string | null }

const tryProperties = (seed: number, numRuns: number): readonly Tried[] => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-properties-'))
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.prop.test.ts'),
  )
  const chosen = [...files.map((path) => join(core, path)), '--testNamePattern', '^property \\d+:']
  try {
    spawnSync(process.execPath, [vitest, 'run', ...chosen, '--reporter=json', `--outputFile=${report}`], {
      cwd: root,
      env: { ...process.env, SEED: String(seed), RUNS: String(numRuns) },
    })
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(propertyOf)).sort(byNumber)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const core = join(root, 'packages', 'core', 'src')

type Report = { readonly testResults: readonly { readonly assertionResults: readonly Outcome[] }[] }
type Outcome = { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }

const propertyOf = ({ title, status, failureMessages }: Outcome): readonly Tried[] => {
  const [, number, name = ''] = /^property (\d+): (.*) \(seed \d+\)$/.exec(title) ?? []
  if (number === undefined) return []
  return [{ number: Number(number), name, broken: status === 'passed' ? null : `\n${failureMessages.join('\n')}` }]
}

const byNumber = (one: Tried, other: Tried) => one.number - other.number
