import { describe, expect, test } from 'vitest'
import { applyColumnOptions, type ColumnOptions } from './column-options.js'
import { tableOf } from './render/table.js'
import { valuesAtPath } from './values-at-path.js'

const records = [
  { name: 'b', price: 10, note: 'x' },
  { name: 'a', price: 9, note: null },
  { name: 'c', price: null, note: 'z' },
]
const report = {
  answer: records,
  records,
  table: tableOf(
    records,
    [
      { name: 'name', value: ({ name }) => name },
      { name: 'price', value: ({ price }) => price },
      { name: 'note', hidden: true, value: ({ note }) => note },
    ],
    ({ name }) => `about ${name}`,
  ),
}

describe('the rows and columns that were asked for', () => {
  test('rows, remarks and documents move together; unknown values come last either way', () => {
    const rising = applyColumnOptions(report, { sort: 'price' }, 'plain')
    expect(rising.records.map((record) => (record as { name: string }).name)).toEqual(['a', 'b', 'c'])
    expect(rising.table.rows.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    expect(rising.table.remarks).toEqual(['about a', 'about b', 'about c'])
    const falling = applyColumnOptions(report, { sort: '-price', limit: 2 }, 'ndjson')
    expect(falling.records).toEqual([records[0], records[1]])
    expect(falling.table.rows).toHaveLength(2)
  })

  test('columns come in the order wanted, hidden ones too, and make the documents of lines', () => {
    const { table, records: documents } = applyColumnOptions(report, { columns: ['note', 'name'] }, 'ndjson')
    expect(table.columns.map(({ name, hidden = false }) => [name, hidden])).toEqual([
      ['note', false],
      ['name', false],
    ])
    expect(table.rows[0]).toEqual(['x', 'b'])
    expect(documents[1]).toEqual({ note: null, name: 'a' })
  })

  test('a missing column is named, with the probable meaning', () => {
    expect(() => applyColumnOptions(report, { sort: 'prise' }, 'plain')).toThrow(
      expect.objectContaining({ message: 'Unknown column prise.', hint: 'Did you mean price?' }),
    )
    expect(() => applyColumnOptions(report, { columns: ['zzzzzz'] }, 'plain')).toThrow(
      expect.objectContaining({ hint: 'Available columns: name, price, note.' }),
    )
  })

  test('a JSON answer keeps its form: its list has the chosen rows and columns', () => {
    const [first] = report.records
    const answer = { fiat: 'UAH', rows: report.records }
    const shaped = (parts: object, shape: ColumnOptions) =>
      applyColumnOptions({ ...report, ...parts }, shape, 'json').answer
    expect(shaped({ answer }, { limit: 1 })).toEqual({ fiat: 'UAH', rows: [first] })
    expect(shaped({ answer }, { columns: ['name'], limit: 1 })).toEqual({ fiat: 'UAH', rows: [{ name: 'b' }] })
    expect(shaped({ answer: report.records }, { limit: 1 })).toEqual([first])
    expect(() => shaped({ answer: { fiat: 'UAH' } }, { limit: 1 })).toThrow('has no list')
  })
})

describe('one field', () => {
  const answer = {
    best_buy: { price: 41.3, exchange: 'okx' },
    exchanges: [{ buy: 1 }, { buy: null }],
    word: 'a\x1b[31mb',
  }
  test.each([
    ['best_buy.price', '41.3\n'],
    ['.best_buy.exchange', 'okx\n'],
    ['best_buy', '{"price":41.3,"exchange":"okx"}\n'],
    ['exchanges[].buy', '1\nnull\n'],
    ['exchanges[0].buy', '1\n'],
    ['exchanges[7].buy', ''],
    ['word', 'ab\n'],
  ])('%s', (path, text) => {
    expect(valuesAtPath(answer, path)).toBe(text)
  })

  test.each([
    ['best_by.price', 'Did you mean best_buy?'],
    ['best_buy.price.x', null],
    ['qqqqqqqq', 'Available fields: best_buy, exchanges, word.'],
  ])('%s is not there', (path, hint) => {
    expect(() => valuesAtPath(answer, path)).toThrow(expect.objectContaining({ exitCode: 2, hint }))
  })

  test.each(['a..b', 'a[', 'a]b', 'a.'])('%s is no path', (path) => {
    expect(() => valuesAtPath(answer, path)).toThrow('is not a valid path')
  })
})
