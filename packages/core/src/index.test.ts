import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as door from './index.js'
import * as internal from './internal.js'

const names = Object.keys(door).toSorted()
const folder = fileURLToPath(new URL('.', import.meta.url))

test('the package has at most 50 names', () => {
  expect(names.length).toBeLessThanOrEqual(50)
})

test('a name is either public or internal', () => {
  expect(Object.keys(internal).filter((name) => names.includes(name))).toEqual([])
})

test('README.md lists all names', () => {
  const [, chapter = ''] = readFileSync(join(folder, '../README.md'), 'utf8').split('## All names\n')
  const rows = [...chapter.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
  expect(rows.toSorted()).toEqual(names)
})

test('each name is documented where it is defined', () => {
  const documented = /\*\/\nexport (?:(?:const|function) |\* as )(\w+)/g
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(documented)].map(([, name]) => name))
  expect(names.filter((name) => !found.includes(name))).toEqual([])
})
