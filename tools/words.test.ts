import ts from 'typescript'
import { expect, test } from 'vitest'
import { commentsOf, isRiddle, startsLate } from './plain-words.js'
import { isForTests, productFiles, readText, sourceFiles } from './repo.js'

const statementsOf = (path: string) => ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest).statements
const shipped = productFiles('packages').filter((path) => /^packages\/\w+\/src\//.test(path) && !isForTests(path))

/** Returns true for a top-level constant without a declared type whose arrow function has statements. */
const isStatementArrow = ({ type, initializer }: ts.VariableDeclaration): boolean =>
  type === undefined && initializer !== undefined && ts.isArrowFunction(initializer) && ts.isBlock(initializer.body)

test('what has statements is a function declaration, an arrow constant is one expression', () => {
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

/** Numbers of comments that hide the actor, and of comments that start without a subject. They may only fall. */
const allowed: Readonly<Record<string, { readonly riddles: number; readonly late: number }>> = {
  'packages/chance': { riddles: 0, late: 0 },
  'packages/cli': { riddles: 56, late: 65 },
  'packages/contract': { riddles: 97, late: 212 },
  'packages/core': { riddles: 116, late: 159 },
  'packages/dashboard': { riddles: 200, late: 241 },
  'packages/sdk': { riddles: 35, late: 41 },
  'packages/server': { riddles: 712, late: 581 },
  'packages/simulator': { riddles: 21, late: 30 },
  proofs: { riddles: 193, late: 136 },
  tools: { riddles: 49, late: 63 },
  bench: { riddles: 39, late: 25 },
}

test.each(Object.entries(allowed))(
  'comments of %s are no more of a riddle than before',
  (folder, { riddles, late }) => {
    const comments = sourceFiles(folder).flatMap(commentsOf)
    expect(comments.length).toBeGreaterThan(0)
    expect(comments.filter(({ text }) => isRiddle(text)).length).toBeLessThanOrEqual(riddles)
    expect(comments.filter(({ text }) => startsLate(text)).length).toBeLessThanOrEqual(late)
  },
)
