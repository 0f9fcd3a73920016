import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tables } from './tables.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('testing/'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** A column of the catalogue by its kind or by an engine's text, or one in a statement. Values of rows don't count. */
const definitionOf = (column: string): RegExp =>
  new RegExp(
    `\\b${column}(?:: (?:\\w+\\()*(?:name|text|small|integer|bigint|bytes|packed|idOfLogin)\\b|: \\{\\s+(?:\\.\\.\\.|sqlite:|postgres:)| (?:TEXT|INTEGER|BLOB|bigint|smallint|bytea|timestamptz)\\b)`,
    'i',
  )

test.each(['used_at', 'held_until', 'previous_secret', 'not_before', 'locked_until'])(
  'the column %s is defined in one source file',
  (column) => {
    const defining = sources.filter(({ text }) => definitionOf(column).test(text))
    expect(defining.map(({ path }) => path)).toEqual(['tables.ts'])
  },
)

test('no statement elsewhere makes a table of the catalogue or changes its shape', () => {
  const shaped = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:CREATE (?:UNLOGGED )?TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX \w+ ON) (\w+)/g)].map(
      ([, table = '']) => ({ path, table }),
    ),
  )
  expect(shaped.length).toBeGreaterThan(10)
  expect(shaped.filter(({ table }) => table in tables)).toEqual([])
})
