import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi, defaultPlans } from '@p2p-rates/contract'
import { exchanges, fiats } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { apiDocs } from './api-docs-text.js'
import { frontPage } from './front-page.js'
import { pages } from './repository-pages.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Their links and programs have tests of their own. */
const guide = readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guide/${name}`)

test('docs/api.md says what the contract says (pnpm api-docs writes it anew)', () => {
  expect(read('docs/api.md')).toBe(apiDocs())
})

test('pages link to files that exist', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      // A package's changelog begins with its first release.
      .filter((target) => !/^packages\/\w+\/CHANGELOG\.md$/.test(target))
      .map((target) => `${page}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('the front page says of exchanges and currencies what the lists say (pnpm api-docs writes it anew)', () => {
  const text = read('README.md')
  expect(frontPage(text)).toBe(text)
  expect(text).toContain(`${exchanges.at(-1)?.name}, judges`)
  expect(text).toContain(`in ${fiats.length} currencies`)
})

test('no page and no served word counts the exchanges: a list would outgrow it', () => {
  const said = JSON.stringify(buildOpenApi({ plans: defaultPlans }))
  const counted = /\b(?:six|seven|6|7)(?: [\w-]+)? exchanges\b|\b(?:sixth|seventh|eighth) exchange\b/i
  expect([said, ...[...pages, ...guide].map(read)].flatMap((text) => counted.exec(text)?.[0] ?? [])).toEqual([])
})

test('no page tells readers to run a name that strangers may own', () => {
  // Outside of this folder npx would fetch the registry's package of that bare name.
  const told = [...pages, ...guide, 'packages/cli/src/demo/start-demo.ts'].flatMap((page) =>
    (read(page).match(/\bnpx (?!--|@p2p-rates\/)[^\n]*/g) ?? []).map((words) => `${page}: ${words}`),
  )
  expect(told).toEqual([])
})

test('every script that the pages name exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const known = new Set([...Object.keys(scripts), 'install', 'changeset', 'exec', 'deploy'])
  const named = [...pages, ...guide].flatMap((page) =>
    [
      ...read(page).matchAll(/^\s*(?:pnpm|npm run) ([a-z][\w:-]*)/gm),
      ...read(page).matchAll(/`pnpm ([a-z][\w:-]*)/g),
    ].map(([, script]) => script ?? ''),
  )
  expect(named.filter((script) => !known.has(script))).toEqual([])
})
