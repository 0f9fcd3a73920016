import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi, defaultPlans } from '@p2p-rates/contract'
import { exchanges, fiats } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { apiDocs } from './api-docs-text.js'
import { frontPage } from './front-page.js'
import { faultsOf } from './type-check.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'CHANGELOG.md',
  'examples/README.md',
  'examples/self-host/replicas/README.md',
  'deploy/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => existsSync(join(root, path))),
]

/** Their links and programs have tests of their own. */
const guide = readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guide/${name}`)

test('docs/api.md says what the contract says (pnpm api-docs writes it anew)', () => {
  expect(read('docs/api.md')).toBe(apiDocs())
})

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links to nothing that is not there', () => {
    // A package's changelog begins with its first release.
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target ?? '')
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)))
    expect(missing.filter((target) => !/^packages\/\w+\/CHANGELOG\.md$/.test(target))).toEqual([])
  })
})

test('pages show code that type-checks', () => {
  const blocks = pages.flatMap((page) =>
    [...read(page).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => ({ page, code: code ?? '' })),
  )
  expect(blocks.length).toBeGreaterThan(10)
  expect(faultsOf(blocks)).toEqual([])
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

test.each([...pages, ...guide, 'packages/cli/src/demo/start-demo.ts'])(
  '%s never tells anybody to run a name that strangers may own',
  (page) => {
    // Outside of this folder npx would fetch the registry's package of that bare name.
    expect(read(page).match(/\bnpx (?!--|@p2p-rates\/)[^\n]*/g) ?? []).toEqual([])
  },
)

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
