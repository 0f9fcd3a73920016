import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceOnce } from './replace-once.js'
import { workInCopy } from './throw-away-copy.js'

/**
 * Runs quick tests of a copy with one more exchange in the list. They must pass without any other change. These run:
 * what describes exchanges, and of what reads, judges and imitates them the files that name the list. Random tests and
 * addresses of the server are left out, because they take what these yield. `--all` runs every quick test.
 */
const list = 'packages/core/src/exchanges/all.ts'
const described = [
  'packages/core/src/exchanges/',
  'packages/core/src/node/',
  'packages/contract/',
  'packages/sdk/src/direct/',
]
const others = ['packages/core/src', 'packages/server/src', 'packages/simulator/src', 'packages/dashboard/src']
const leftOut = /\.(slow|prop)\.test|\/http\/routes\//
const namesList = /\b(exchangeIds|usualExchanges|everyExchange)\b|exchanges\/all\.js/

const namingTheList = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && !leftOut.test(path))
    .filter((path) => namesList.test(readFileSync(join(root, path), 'utf8')))

workInCopy((root, run) => {
  const text = readFileSync(join(root, list), 'utf8')
  writeFileSync(join(root, list), replaceOnce(text, 'kucoin] as', 'kucoin, htx] as'))
  const chosen = [
    ...described,
    ...others.flatMap((folder) => namingTheList(root, folder)),
    '--exclude',
    '**/*.prop.test.ts',
  ]
  const all = process.argv.includes('--all')
  const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', '!slow', ...(all ? [] : chosen)]
  return run(['--import', 'tsx', 'tools/api-docs.ts']) && run(tests)
})
