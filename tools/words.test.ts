import { buildOpenApi, defaultPlans, endpoints, programEndpoints } from '@p2p-rates/contract'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { commentsOf, isRiddle, proseLines, sentencesOf, startsLate, type Text, titlesOf } from './extract-prose.js'
import { englishDocuments } from './repository-pages.js'
import { isForTests, productFiles, readText, sourceFiles } from './source-files-and-imports.js'

const statementsOf = (path: string) => ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest).statements
const shipped = productFiles('packages').filter((path) => /^packages\/\w+\/src\//.test(path) && !isForTests(path))

const isStatementArrow = ({ type, initializer }: ts.VariableDeclaration): boolean =>
  type === undefined && initializer !== undefined && ts.isArrowFunction(initializer) && ts.isBlock(initializer.body)

test('code with statements is a function declaration, an arrow constant is one expression', () => {
  const others = shipped.flatMap((path) =>
    statementsOf(path)
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .filter(isStatementArrow)
      .map(({ name }) => `${path}: ${ts.isIdentifier(name) ? name.text : 'a pattern'}`),
  )
  expect(others).toEqual([])
})

test('in the server one word names one type', () => {
  const places = new Map<string, string[]>()
  for (const path of shipped.filter((file) => file.startsWith('packages/server/')))
    for (const one of statementsOf(path))
      if (ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one))
        places.set(one.name.text, [...(places.get(one.name.text) ?? []), path])
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('the glossary has at most 35 words, and each is used in the code or on a page', () => {
  const words = [...readText('docs/glossary.md').matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word.toLowerCase()),
  )
  expect(words.length).toBeGreaterThan(30)
  expect([...readText('docs/glossary.md').matchAll(/^\| \*\*/gm)].length).toBeLessThanOrEqual(35)
  const text = [...shipped, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/trust.md', 'docs/releasing.md']
    .map((path) => readText(path).toLowerCase())
    .join('\n')
  const spoken = (word: string) => ['-', ' ', ''].some((gap) => text.includes(word.replaceAll(' ', gap)))
  expect(words.filter((word) => !spoken(word))).toEqual([])
})

test.each(['packages', 'proofs', 'tools', 'bench'])(
  'comments of %s name the actor and begin with their subject',
  (folder) => {
    const comments = sourceFiles(folder).flatMap(commentsOf)
    expect(comments.length).toBeGreaterThan(50)
    expect(comments.filter(({ text }) => isRiddle(text) || startsLate(text))).toEqual([])
  },
)

const riddles = (texts: readonly Text[]) => texts.filter(({ text }) => isRiddle(text))

/** Summaries and descriptions, wherever they are in the document. */
function descriptionsIn(value: unknown, path = '#'): readonly Text[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    (name === 'description' || name === 'summary') && typeof part === 'string'
      ? [{ path: `${path}/${name}`, line: 0, text: part }]
      : name === 'example' || name === 'examples'
        ? []
        : descriptionsIn(part, `${path}/${name}`),
  )
}

test.each([
  { of: 'programs', endpoints: programEndpoints },
  { of: 'pages', endpoints },
])('descriptions of the calls of $of name the actor and begin with a noun or a verb', ({ endpoints: described }) => {
  const descriptions = descriptionsIn(buildOpenApi({ plans: defaultPlans, endpoints: described }))
  expect(descriptions.length).toBeGreaterThan(400)
  expect(descriptions.filter(({ text }) => isRiddle(text) || startsLate(text))).toEqual([])
})

test.each(['packages/contract/src', 'packages/dashboard/src'])('English sentences of %s are plain', (folder) => {
  const sentences = sourceFiles(folder)
    .filter((path) => /\/words\/en(\/|\.ts$)/.test(path))
    .flatMap(sentencesOf)
  expect(sentences.length).toBeGreaterThan(40)
  expect(riddles(sentences)).toEqual([])
})

test.each(['cli', 'server', 'sdk', 'core', 'contract', 'simulator'])(
  'help, log and error texts of packages/%s are plain',
  (name) => {
    const sentences = productFiles(`packages/${name}/src`).flatMap(sentencesOf)
    expect(sentences.length).toBeGreaterThan(10)
    expect(riddles(sentences)).toEqual([])
  },
)

test('documents, change notes and issue forms are plain', () => {
  const lines = englishDocuments().flatMap(proseLines)
  expect(lines.length).toBeGreaterThan(3_000)
  expect(riddles(lines)).toEqual([])
})

test('titles of tests state a guarantee in plain words', () => {
  const titles = ['packages', 'proofs', 'tools', 'bench', 'examples'].flatMap(sourceFiles).flatMap(titlesOf)
  expect(titles.length).toBeGreaterThan(4_000)
  expect(riddles(titles)).toEqual([])
})
