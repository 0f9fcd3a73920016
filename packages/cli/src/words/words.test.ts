import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageOf } from './language.js'
import { say, sayCount, setLanguage } from './say.js'
import { account } from './uk/account.js'
import { errors } from './uk/errors.js'
import { foreignIn, templates } from './uk/foreign.js'
import { prices } from './uk/prices.js'
import { record } from './uk/record.js'
import { tool } from './uk/tool.js'
import { uk } from './uk.js'

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(testing|words.uk|export.encode)\b/.test(path),
)

const columnProperties = ['name', 'heading', 'kind', 'flexible', 'wraps', 'hidden', 'shown', 'value', 'style', 'link']

/** Every text that is translated: arguments of `say` and `sayCount`, and headings of columns. */
function textsOf(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const add = (node: ts.Expression | undefined): void => {
    if (node !== undefined && ts.isStringLiteralLike(node)) texts.push(node.text)
    else if (node !== undefined && ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(add)
  }
  const property = (node: ts.Expression | undefined, name: string): ts.Expression | undefined =>
    node !== undefined && ts.isObjectLiteralExpression(node)
      ? node.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer
      : undefined
  /** People see the name of a column without a heading. */
  const headingFromName = (node: ts.ObjectLiteralExpression): readonly string[] => {
    const name = property(node, 'name')
    const isColumn = node.properties.every((one) => columnProperties.includes(one.name?.getText() ?? ''))
    const isSeen = property(node, 'heading') === undefined && property(node, 'hidden')?.getText() !== 'true'
    return isColumn && isSeen && name !== undefined && ts.isStringLiteral(name) ? [name.text.replaceAll('_', ' ')] : []
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'say') add(node.arguments[0])
    if (ts.isCallExpression(node) && node.expression.getText() === 'sayCount') add(property(node.arguments[0], 'other'))
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'heading') add(node.initializer)
    if (ts.isObjectLiteralExpression(node)) texts.push(...headingFromName(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const slotsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const texts = new Set(sources.flatMap(textsOf))

test('every text and heading has a Ukrainian translation, and no translation is left over', () => {
  expect([...texts].filter((text) => /\p{L}/u.test(text) && !Object.hasOwn(uk, text))).toEqual([])
  expect(Object.keys(uk).filter((text) => !texts.has(text))).toEqual([])
})

test('no text stands in two files of the dictionary, because one translation would replace the other', () => {
  const all = [account, errors, prices, record, tool].flatMap((part) => Object.keys(part))
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

test.each(Object.entries(uk))('%s has the same slots in Ukrainian', (text, translation) => {
  const forms = typeof translation === 'string' ? [translation] : Object.values(translation)
  const needed = slotsOf(text).filter((slot) => slot !== '{n}')
  for (const form of forms) expect(slotsOf(form).filter((slot) => slot !== '{n}')).toEqual(needed)
})

test('no sentence of another package hides behind the one before it', () => {
  const translate = foreignIn({} as never)
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, slot) => (slot === 'reason' ? 'There is no archive at X.' : 'X'))
  const said = fill('{reason}').replace('There is no archive at X.', 'За шляхом X немає архіву.')
  for (const [english, ukrainian] of Object.entries(templates))
    expect.soft(translate(fill(english), '')).toBe(ukrainian.replace('{reason}', said).replace(/\{\w+\}/g, 'X'))
})

test.each([
  [{ LANG: 'uk_UA.UTF-8' }, 'uk'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'uk_UA.UTF-8', P2P_LANG: 'en' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'uk_UA.UTF-8' }, 'uk'],
  [{ P2P_LANG: 'uk' }, 'uk'],
  [{ LANG: 'ukr' }, 'en'],
  [{ LANG: 'C' }, 'en'],
  [{}, 'en'],
] as const)('%o speaks %s', (environment, language) => {
  expect(languageOf(environment)).toBe(language)
})

test('a sentence comes in the language of the process, with the form for its number', async () => {
  const old = (n: number) => say('{n} min', { n })
  expect(old(5)).toBe('5 min')
  await setLanguage('uk')
  expect(old(5)).toBe('5 хв')
  await setLanguage('en')
  expect(sayCount({ one: '{n} ad', other: '{n} ads' }, { n: 1 })).toBe('1 ad')
})
