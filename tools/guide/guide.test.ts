import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unwrapWebhook } from '@p2p-rates/sdk'
import { expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { withParts } from './generated-parts.js'
import { anchorOf, languages, readGuide, sections } from './guide.js'
import { appPages } from './links.js'
import { groupsOf, isProgram, type SampleMode, sampleModeOf, sampleModes } from './samples.js'

const pages = languages.flatMap((language) => readGuide(language))
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

test('every page has a section, a title and a summary', () => {
  expect(
    pages.filter(({ section }) => !(sections as readonly string[]).includes(section)).map(({ slug }) => slug),
  ).toEqual([])
  expect(pages.filter(({ title }) => title.length >= 30).map(({ title }) => title)).toEqual([])
  expect(pages.map(({ summary }) => summary).filter((text) => !/^\p{Lu}.{20,140}[.]$/u.test(text))).toEqual([])
})

test('pages link to pages, chapters and addresses that exist', () => {
  const missing = pages.flatMap(({ body, further, paths: [path = ''] }) => {
    const text = `${body}\n${further}`
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    return targets.filter((target) => isMissing(target, path, text)).map((target) => `${path}: ${target}`)
  })
  expect(missing).toEqual([])
})

function isMissing(target: string, path: string, text: string): boolean {
  if (target.startsWith('https:')) return false
  if (target.startsWith('/')) return !appPages.includes(target)
  const [file = '', anchor] = target.split('#')
  const there = join(repository, dirname(path), file)
  if (!existsSync(there)) return true
  return anchor !== undefined && !anchorsOf(file === '' ? text : readFileSync(there, 'utf8')).includes(anchor)
}

test('pages say what the code says (pnpm generate writes it again)', () => {
  for (const {
    language,
    paths: [path = ''],
  } of pages)
    expect(read(path), path).toBe(withParts(read(path), language))
})

test('pages show programs that a test knows how to run', () => {
  const known = [...Object.keys(sampleModes), 'output', 'terminal']
  const words = pages.flatMap(({ slug, body }) =>
    groupsOf(body).flatMap(({ programs }) =>
      programs.flatMap((fence) => fence.words.map((word) => [slug, word] as const)),
    ),
  )
  expect(words.filter(([, word]) => !known.includes(word))).toEqual([])
})

/** Pages that are written for the guide, not only taken over from another. */
const written = pages.filter(({ body }) => body.trim() !== '')

test('every page begins with a sentence and soon shows something to run, and ends with mistakes', () => {
  const late = written.filter(({ body }) => body.slice(0, 2_500).includes('```') === false)
  expect(late.map(({ slug }) => slug)).toEqual([])
  const own = written.filter(({ further, language }) => further === '' && language === 'en')
  expect(
    own
      .filter(({ body }) => !/\n## Three mistakes\n(\n- \*\*[^\n]+(\n {2}[^\n]+)*){1}/.test(body))
      .map(({ slug }) => slug),
  ).toEqual([])
})

test('pages of a section have an order, and no two the same', () => {
  for (const language of languages) {
    const places = readGuide(language).map(({ section, order }) => `${section} ${order}`)
    expect(new Set(places).size).toBe(places.length)
  }
})

test('a page in another language shows the same programs, in the same place', () => {
  const english = new Map(readGuide('en').map((page) => [page.slug, page]))
  const others = pages.filter(({ language }) => language !== 'en')
  expect(others.map(({ slug }) => slug)).toEqual([
    'quick-start',
    'assistants',
    'how-ads-are-judged',
    'reference-index',
    'convert',
    'past-prices',
    'price-by-rule',
    'alerts',
    'more-exchanges',
    'archive-and-replay',
    'remote-collectors',
  ])
  for (const { slug, section, order, body } of others) {
    const original = english.get(slug)
    expect({ section, order }).toEqual({ section: original?.section, order: original?.order })
    const programs = (text = '') => groupsOf(text).map((group) => group.programs.filter(isProgram))
    expect(programs(body)).toEqual(programs(original?.body))
  }
})

test('every manner of trying a sample is used', () => {
  const used = new Set(
    written.flatMap(({ body }) => groupsOf(body).flatMap((group) => group.programs.map(sampleModeOf))),
  )
  expect([...used].toSorted()).toEqual((Object.keys(sampleModes) as SampleMode[]).toSorted())
})

test('the signed example is signed as a verifier of ours wants it, in both schemes', async () => {
  const { body } = readGuide('en').find(({ slug }) => slug === 'verify-a-signature') ?? { body: '' }
  const fact = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(body)?.[1] ?? ''
  const timestamp = fact('timestamp')
  const now = Number(timestamp) * 1000
  for (const headers of [
    { 'x-service-timestamp': timestamp, 'x-service-signature': fact('X-Service-Signature') },
    { 'webhook-id': fact('id'), 'webhook-timestamp': timestamp, 'webhook-signature': fact('webhook-signature') },
  ])
    expect(await unwrapWebhook(fact('body'), headers, fact('secret'), { now })).toMatchObject({ event: 'ping' })
})

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
