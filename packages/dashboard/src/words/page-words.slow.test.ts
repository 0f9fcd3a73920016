import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { areas } from '../testing/all-words.js'
import { languages } from './languages.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const parsed = new Map<string, ts.SourceFile>()
function parse(path: string): ts.SourceFile {
  const source =
    parsed.get(path) ??
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  parsed.set(path, source)
  return source
}

function fileOf(name: string, from: string): string | null {
  const base = normalize(join(dirname(from), name)).replace(/\.js$/, '')
  return [`${base}.ts`, `${base}.tsx`].find((path) => existsSync(path)) ?? null
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword

const textsIn = (list: ts.Node | undefined): readonly string[] | null =>
  list !== undefined && ts.isArrayLiteralExpression(list)
    ? list.elements.map((element) => (ts.isStringLiteral(element) ? element.text : ''))
    : null

/** Groups of texts that a lazy part loads itself; null if it relies on its page. */
function wordsOfPart(node: ts.Node): readonly string[] | null {
  return ts.isCallExpression(node) && node.expression.getText() === 'lazyPart' && node.arguments.length === 2
    ? textsIn(node.arguments[1])
    : null
}

/** A file and all that it imports, at once or later; other pages, and parts with words of their own, stand for themselves. */
function filesFrom(path: string, follows: 'at once' | 'later, too', seen = new Set<string>()): Set<string> {
  if (seen.has(path) || path.includes('/words/')) return seen
  seen.add(path)
  const followed = (node: ts.Node): void => {
    if (wordsOfPart(node) !== null) return
    const target =
      ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true
        ? node.moduleSpecifier
        : follows === 'later, too' && isDynamicImport(node) && !path.endsWith('/all-pages.ts')
          ? node.arguments[0]
          : undefined
    const file =
      target !== undefined && ts.isStringLiteral(target) && target.text.startsWith('.')
        ? fileOf(target.text, path)
        : null
    if (file !== null) filesFrom(file, follows, seen)
    ts.forEachChild(node, followed)
  }
  followed(parse(path))
  return seen
}

async function areasIn(files: Iterable<string>): Promise<readonly string[]> {
  const areaOf = new Map<string, string>()
  for (const area of areas) {
    const sentences = ((await import(`./en/${area}.ts`)) as Record<string, object>)[area] ?? {}
    for (const key of Object.keys(sentences)) areaOf.set(key, area)
  }
  const named = new Set<string>()
  for (const file of files)
    visit(parse(file), (node) => {
      if (ts.isStringLiteralLike(node)) named.add(areaOf.get(node.text) ?? '')
      else if (ts.isTemplateHead(node) && node.text.includes('.'))
        for (const [key, area] of areaOf) if (key.startsWith(node.text)) named.add(area)
    })
  named.delete('')
  return [...named].toSorted()
}

type Entry = { readonly module: string; readonly words: readonly string[] | null }

function entriesIn(path: string): readonly Entry[] {
  const entries: Entry[] = []
  visit(parse(path), (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'page') return
    const words = textsIn(node.arguments[2])
    visit(node, (inner) => {
      const [target] = isDynamicImport(inner) ? inner.arguments : []
      if (target !== undefined && ts.isStringLiteral(target))
        entries.push({ module: fileOf(target.text, path) ?? target.text, words })
    })
  })
  return entries
}

function partsIn(path: string): readonly Entry[] {
  const parts: Entry[] = []
  visit(parse(path), (node) => {
    const words = wordsOfPart(node)
    if (words === null) return
    visit(node, (inner) => {
      const [target] = isDynamicImport(inner) ? inner.arguments : []
      if (target !== undefined && ts.isStringLiteral(target))
        parts.push({ module: fileOf(target.text, path) ?? target.text, words })
    })
  })
  return parts
}

const sources = readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' }).map((path) =>
  join(root, 'pages', path),
)
const entries = [
  ...sources.filter((path) => path.endsWith('all-pages.ts')).flatMap(entriesIn),
  ...sources.filter((path) => path.endsWith('.tsx')).flatMap(partsIn),
]

test('every area stands in a file of every language', () => {
  expect(areas.length).toBeGreaterThan(3)
  for (const language of languages)
    for (const area of areas) expect(existsSync(join(root, `words/${language}/${area}.ts`))).toBe(true)
})

test('what stands on every page needs the common words alone', async () => {
  expect(await areasIn(filesFrom(join(root, 'main.tsx'), 'at once'))).toEqual([])
})

const withWords = entries.flatMap(({ module, words }) =>
  words === null ? [] : [{ module: relative(root, module), words }],
)

test('every page and part names the areas of its words, and no others', async () => {
  expect(withWords.length).toBeGreaterThan(20)
  const named = withWords.map(({ module, words }) => [module, words.toSorted()])
  const used = withWords.map(async ({ module }) => [module, await areasIn(filesFrom(join(root, module), 'later, too'))])
  expect(named).toEqual(await Promise.all(used))
})
