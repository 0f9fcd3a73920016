import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi, defaultPlans, fullPath, programEndpoints, readQuery } from '@p2p-rates/contract'
import { exchanges, fiats } from '@p2p-rates/core'
import { numbers } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { apiDocs, frontPage, webApiDocs } from './api-docs-text.js'
import { sdkPage, withParts } from './guide/generated-parts.js'
import { anchorOf } from './guide/guide.js'
import { readRepository } from './release/repository-address.js'
import { pages } from './repository-pages.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Their links and programs have tests of their own. */
const guide = readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guide/${name}`)

test('docs/api.md and docs/web-api.md say what the contract says (pnpm generate writes them)', () => {
  expect(read('docs/api.md')).toBe(apiDocs())
  expect(read('docs/web-api.md')).toBe(webApiDocs())
})

test('the table of methods in the SDK page is that of the contract (pnpm generate writes it)', () => {
  const text = read(sdkPage)
  expect(withParts(text, 'en')).toBe(text)
  for (const method of [
    'convert',
    'fixings',
    'formulaPreview',
    'paymentMethods',
    'webhooks.rotateSecret',
    'boards.list',
  ])
    expect(text).toContain(`| \`${method}()\` |`)
})

test('each entry of the table of contents leads to a heading', () => {
  const page = apiDocs()
  const anchors = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
  const targets = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(programEndpoints.length)
  expect(targets.filter((target) => !anchors.has(target))).toEqual([])
})

test('each sample command of docs/api.md has the parameters that its endpoint requires', () => {
  const page = apiDocs()
  const incomplete = programEndpoints.flatMap((endpoint) => {
    const [, command = ''] = page.split(`### ${endpoint.method} ${fullPath(endpoint)}\n`)
    const [url = ''] = /(?<="\$P2P_BASE_URL)[^"]+/.exec(command) ?? []
    const read = readQuery(endpoint.query, new URLSearchParams(url.split('?')[1] ?? ''), defaultPlans.Business)
    return read.ok ? [] : [`${url}: ${read.problem.message}`]
  })
  expect(incomplete).toEqual([])
})

test('pages link to files that exist', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('the front page lists exchanges and currencies as in the code (pnpm generate writes it)', () => {
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

test('until the first release nothing is installed by a name that another publisher may own, and pages that install say so', () => {
  const { isPlaceholder } = readRepository(root)
  const notice = /Nothing is published to npm yet|На npm ще нічого не опубліковано|на npm ще нічого не опубліковано/
  const texts = [...pages, ...guide, 'packages/cli/src/demo/start-demo.ts'].map((page) => ({ page, text: read(page) }))
  const byName = /\bnpx (?!--)[^\n`]*|\bnpm (?:i|install)\s[^\n`]*@p2p-rates\/[^\n`]*|--yes[", ]+@p2p-rates\/[^\n`]*/g
  const told = texts.flatMap(({ page, text }) => (text.match(byName) ?? []).map((words) => `${page}: ${words}`))
  const installing = texts.filter(({ text }) => /npm install\s[^\n`]*tarballs/.test(text))
  expect(installing.length > 0).toBe(isPlaceholder)
  if (isPlaceholder) expect(told).toEqual([])
  for (const { page, text } of installing)
    expect.soft({ page, saysSo: notice.test(text) }).toEqual({ page, saysSo: true })
  if (!isPlaceholder) expect(texts.filter(({ text }) => notice.test(text)).map(({ page }) => page)).toEqual([])
})

test('pages and words say what the smallest usable amount is', () => {
  const told = [
    'docs/trust.md',
    ...guide,
    'packages/contract/src/words/en/ads.ts',
    'packages/contract/src/words/uk/ads.ts',
  ]
  const amounts = told.flatMap((page) =>
    read(page)
      .split('\n')
      .filter((line) => /tiny/.test(line))
      .flatMap((line) => /(?:less than|менш ніж) (\d+) USDT/i.exec(line)?.[1] ?? [])
      .map(Number),
  )
  expect(amounts.length).toBeGreaterThanOrEqual(5)
  expect(new Set(amounts)).toEqual(new Set([numbers.tinyUsdt]))
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
