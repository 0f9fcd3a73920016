import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appPages } from '../../../../tools/guide/links.js'
import { buildGuide } from './built-guide.js'

let folder: string
let remove: () => void
let pages: readonly { readonly path: string; readonly text: string }[]

beforeAll(async () => {
  const built = await buildGuide()
  folder = built.folder
  remove = built.remove
  pages = readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ path: `/docs/${name.replace(/\.html$/, '')}`, text: read(`docs/${name}`) }))
})
afterAll(() => remove())

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const zipped = (path: string): number => gzipSync(readFileSync(join(folder, path))).length
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

test('there is every page in every language that it is written in, as HTML and as Markdown', () => {
  expect(pages.length).toBeGreaterThan(17)
  for (const path of [
    'quick-start',
    'verify-a-signature',
    'reference',
    'glossary',
    'uk/quick-start',
    'uk/how-ads-are-judged',
  ])
    expect(pages.map((page) => page.path)).toContain(`/docs/${path}`)
  for (const { path } of pages) expect(read(`${path}.md`)).toMatch(/^# \S/)
})

test('every link leads to a page, a chapter or a file that is there', () => {
  const idsOf = new Map(pages.map(({ path, text }) => [path, new Set(all(text, / id="([^"]+)"/g))]))
  const lost = pages.flatMap(({ path, text }) =>
    all(text, / (?:href|src)="([^"]+)"/g)
      .filter((address) => !address.startsWith('https:') && address !== '/')
      .filter((address) => {
        const [file = '', anchor] = address.split('#')
        const place = file === '' ? path : file
        if (appPages.includes(place) || /^\/(market|ads|arbitrage|currencies|status)(\/|$)/.test(place)) return false
        const ids = idsOf.get(place)
        if (ids === undefined) return !existsSync(join(folder, place))
        return anchor !== undefined && !ids.has(anchor)
      })
      .map((address) => `${path}: ${address}`),
  )
  expect(lost).toEqual([])
})

test('every page contains the notice for simulated exchanges', () => {
  for (const { path, text } of pages)
    expect([path, text.includes(path.includes('/uk/') ? 'ІМІТАЦІЯ.' : 'SIMULATED.')]).toEqual([path, true])
  for (const { text } of pages) expect(text.split('<aside class="simulated" hidden')).toHaveLength(2)
})

test('no name stands twice on a page, and headings go down one step at a time', () => {
  for (const { path, text } of pages) {
    const ids = all(text, / id="([^"]+)"/g)
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
    const levels = all(text.slice(text.indexOf('<article')), /<h([1-4])/g).map(Number)
    expect([path, levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1)]).toEqual([path, []])
    expect(levels.filter((level) => level === 1)).toEqual([1])
  }
})

test('nothing is loaded from elsewhere, and nothing that a policy forbids stands in a page', () => {
  for (const { text } of pages) {
    expect(all(text, /<(?:script|link|img)[^>]*(?:src|href)="(https?:[^"]+)"/g)).toEqual([])
    expect(text).not.toMatch(/ style="| on\w+="|<script>(?!<)/)
  }
})

test('a page is small: its script, its search index, and its text', () => {
  const [page = { text: '' }] = pages
  const scripts = all(page.text, /(?:modulepreload" href|src)="([^"]+\.js)"/g)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.reduce((sum, path) => sum + zipped(path), 0)).toBeLessThanOrEqual(6 * 1024)
  expect(zipped('docs/search.json')).toBeLessThanOrEqual(30 * 1024)
  expect(zipped('docs/uk/search.json')).toBeLessThanOrEqual(30 * 1024)
  for (const { path } of pages) if (path !== '/docs/reference') expect(zipped(`${path}.html`)).toBeLessThan(14 * 1024)
})

test('nothing else is called as parts of the guide are: all styles lie in one file', () => {
  const source = fileURLToPath(new URL('../../src', import.meta.url))
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const classesIn = (names: readonly string[]) =>
    new Set(names.flatMap((name) => all(readFileSync(join(source, name), 'utf8'), /\.([a-z][\w-]*)(?![\w-]*["\d])/g)))
  const own = classesIn(sheets.filter((name) => name.startsWith('docs/')))
  const others = classesIn(sheets.filter((name) => !name.startsWith('docs/')))
  const shared = ['tag', 'num', 'icon', 'faint']
  expect(own.size).toBeGreaterThan(15)
  expect([...own].filter((name) => others.has(name) && !shared.includes(name))).toEqual([])
})

test('programs that read find every page in llms.txt, and all of them in one file', () => {
  const index = read('llms.txt')
  const named = all(index, /\]\((\/docs\/[\w-]+\.md)\)/g)
  expect(named.toSorted()).toEqual(
    pages
      .filter(({ path }) => !path.startsWith('/docs/uk/'))
      .map(({ path }) => `${path}.md`)
      .toSorted(),
  )
  for (const address of all(index, /\]\((\/[^)]+)\)/g)) expect(existsSync(join(folder, address))).toBe(true)
  const whole = read('llms-full.txt')
  for (const path of named) expect(whole).toContain(read(path).trim())
})

test('Markdown for programs has links that lead on this server, and no marks of the guide', () => {
  for (const { path } of pages) {
    const text = read(`${path}.md`)
    expect([path, all(text, /\]\(([^)]+)\)/g).filter((address) => !/^(https:|#|\/)/.test(address))]).toEqual([path, []])
    expect(text).not.toMatch(/<!-- (begin|end)|^```\w+ (output|direct|follow)/m)
  }
})

test('the document that the reference is made of is there for programs', () => {
  const document = JSON.parse(read('docs/openapi.json')) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toMatch(/^3\.1/)
  const headings = all(read('docs/reference.html'), /<h[23] id="[^"]*">((?:GET|POST|PATCH|DELETE) [^<]+?) </g)
  const lacking = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(get|post|patch|delete)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    .filter((line) => !headings.includes(line) && !headings.includes(line.replace(' /', ' /api/v1/')))
  expect(lacking).toEqual([])
})

test('the calls of the pages have a document of their own', () => {
  const pathsOf = (name: string) => Object.keys((JSON.parse(read(name)) as { paths: object }).paths)
  expect(pathsOf('docs/openapi.json').filter((path) => path.startsWith('/web/'))).toEqual([])
  expect(pathsOf('docs/web-openapi.json').filter((path) => !path.startsWith('/web/'))).toEqual([])
  expect(pathsOf('docs/web-openapi.json').length).toBeGreaterThan(50)
})
