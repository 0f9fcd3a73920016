import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi, defaultPlans } from '@p2p-rates/contract'
import { exchanges, fiats } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { apiDocs } from './api-docs-text.js'
import { frontPage } from './front-page.js'
import { readRepository } from './release/repository.js'
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

test('until the first release nothing is installed by a name that a stranger may own, and pages that install say so', () => {
  const { isPlaceholder } = readRepository(root)
  const notice = /Nothing is published to npm yet|На npm ще нічого не опубліковано|на npm ще нічого не опубліковано/
  const texts = [...pages, ...guide, 'packages/cli/src/demo/start-demo.ts'].map((page) => ({ page, text: read(page) }))
  const byName = /\bnpx (?!--)[^\n`]*|\bnpm (?:i|install)\s[^\n`]*@p2p-rates\/[^\n`]*/g
  const told = texts.flatMap(({ page, text }) => (text.match(byName) ?? []).map((words) => `${page}: ${words}`))
  const installing = texts.filter(({ text }) => /npm install\s[^\n`]*tarballs/.test(text))
  expect(installing.length > 0).toBe(isPlaceholder)
  if (isPlaceholder) expect(told).toEqual([])
  for (const { page, text } of installing)
    expect.soft({ page, saysSo: notice.test(text) }).toEqual({ page, saysSo: true })
  if (!isPlaceholder) expect(texts.filter(({ text }) => notice.test(text)).map(({ page }) => page)).toEqual([])
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
