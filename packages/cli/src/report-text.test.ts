import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { displayWidth } from './render/display-width.js'
import { tableOf } from './render/table.js'
import type { Format, Report } from './report.js'
import { reportText } from './report-text.js'

const rows = [
  { name: 'Honest Trader', price: 41.3, orders: 640 },
  { name: '=cmd|evil\u001b[2J\tname', price: 41.35, orders: null },
]
const report: Report = {
  answer: { fiat: 'UAH', ads: rows },
  records: rows,
  table: tableOf(rows, [
    { name: 'name', value: ({ name }) => name, flexible: true },
    { name: 'price', kind: 'price', value: ({ price }) => price },
    { name: 'orders', kind: 'count', value: ({ orders }) => orders },
  ]),
  title: 'What sellers on OKX ask for one USDT in hryvnias, the best one first',
  footer: () => ['That is all.'],
}
const shown = (format: Format, changes: Partial<Report> = {}, width = 80) =>
  reportText({ ...report, ...changes }, format, { width, paint: picocolors.createColors(false) })

describe('for programs', () => {
  test('JSON is the answer, and lines of JSON are its records', () => {
    expect(JSON.parse(shown('json'))).toEqual(report.answer)
    expect(
      shown('ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows)
  })

  test('CSV has a heading, plain text has none; neither has a title, and unknown values are empty', () => {
    expect(shown('csv')).toBe("name,price,orders\r\nHonest Trader,41.3,640\r\n'=cmd|evil name,41.35,\r\n")
    expect(shown('plain')).toBe('Honest Trader\t41.3\t640\n=cmd|evil name\t41.35\t\n')
  })

  test('facts stand one to a line under their names', () => {
    const facts: Partial<Report> = {
      isKeyValue: true,
      table: tableOf(rows.slice(0, 1), [{ name: 'price', value: (row) => row.price }]),
    }
    expect(shown('plain', facts)).toBe('price\t41.3\n')
  })
})

describe('for people', () => {
  test.each([40, 60, 100])('title and table fit %d columns, with the conclusion below', (width) => {
    const lines = shown('people', {}, width).split('\n')
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    expect(lines.slice(-2)).toEqual(['That is all.', ''])
  })

  test('an empty report says so in the words of its command', () => {
    const none = { ...report.table, rows: [], styles: [] }
    expect(shown('people', { table: none })).toContain('No rows.')
    expect(shown('people', { table: none, empty: 'Nobody sells here.' })).toContain('Nobody sells here.')
  })

  test('a picture takes the place of the table', () => {
    expect(shown('people', { chart: () => ['~~~'] })).toMatch(/~~~\n\nThat is all\.\n$/)
  })
})

test.each(['json', 'ndjson', 'csv', 'plain', 'people'] as const)(
  'as %s nothing reaches the terminal that it would obey',
  (format) => {
    expect(shown(format)).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
  },
)
