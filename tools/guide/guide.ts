import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { repository } from '../throw-away-copy.js'

export const languages = ['en', 'uk'] as const
export type Language = (typeof languages)[number]

export type Page = {
  readonly slug: string
  readonly language: Language
  readonly title: string
  readonly section: string
  readonly order: number
  readonly summary: string
  /** Markdown without the front matter. */
  readonly body: string
  /** Markdown that continues the page, from another page of the repository or a chapter of one. */
  readonly further: string
  /** Files of the repository that are read, the page's own first. Links within each start from its folder. */
  readonly paths: readonly string[]
}

export const sections = ['Begin', 'Prices', 'Live', 'Run it', 'Reference'] as const

const folders: Readonly<Record<Language, string>> = { en: 'docs/guide', uk: 'docs/guide/uk' }

export const readGuide = (language: Language): readonly Page[] =>
  readdirSync(join(repository, folders[language]))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPage(language, join(folders[language], name)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))

const placeOf = ({ section, order }: Page): number =>
  sections.indexOf(section as (typeof sections)[number]) * 100 + order

function readPage(language: Language, path: string): Page {
  const text = readFileSync(join(repository, path), 'utf8')
  const [, head = '', own = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const facts = new Map(head.split('\n').map((line) => splitAt(line, ': ')))
  const fact = (name: string): string => {
    const value = facts.get(name)
    if (value === undefined) throw new Error(`${path} does not say its ${name}.`)
    return value
  }
  const [source, chapter] = (facts.get('from') ?? '').split('#')
  const further = source === undefined || source === '' ? null : normalize(join(dirname(path), source))
  const continued = further === null ? '' : chapterOf(readFileSync(join(repository, further), 'utf8'), chapter)
  return {
    slug: path.replace(/^.*\/|\.md$/g, ''),
    language,
    title: fact('title'),
    section: fact('section'),
    order: Number(fact('order')),
    summary: fact('summary'),
    body: own,
    further: further === null ? '' : movedLinks(continued, dirname(further), dirname(path)),
    paths: further === null ? [path] : [path, further],
  }
}

const splitAt = (line: string, mark: string): [string, string] => {
  const at = line.indexOf(mark)
  return [line.slice(0, at), line.slice(at + mark.length)]
}

/** A page without its own title, or one chapter of it with its heading. */
function chapterOf(text: string, chapter: string | undefined): string {
  if (chapter === undefined) return text.replace(/^# .*\n/, '')
  const found = text.split(/^(?=## )/m).find((part) => anchorOf(part.slice(3, part.indexOf('\n'))) === chapter)
  if (found === undefined) throw new Error(`There is no chapter ${chapter}.`)
  return found
}

const movedLinks = (text: string, from: string, to: string): string =>
  text.replace(/\]\((?!https?:|#|\/)([^)\s]+)\)/g, (_, target: string) => `](${relativeTo(to, join(from, target))})`)

function relativeTo(folder: string, path: string): string {
  const up = folder.split('/').map(() => '..')
  return [...up, normalize(path)].join('/')
}

/** The name by which a heading is linked to, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
