import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csv } from './csv.js'
import { tableOf } from './table.js'

const cellsOf = (texts: readonly (string | null)[]) =>
  csv(
    tableOf(
      [texts],
      texts.map((_, index) => ({ name: `c${index}`, value: (row: typeof texts) => row[index] ?? null })),
    ),
  )

/** Reads as RFC 4180 says, without knowing how it was written. */
const parse = (text: string, separator = ','): string[][] => {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const [row, letter] = [rows.at(-1) ?? [], text[at] ?? '']
    const add = (more: string) => row.push((row.pop() ?? '') + more)
    if (letter === '"' && quoted && text[at + 1] === '"') add(text[++at] ?? '')
    else if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) row.push('')
    else if (letter === '\r' && !quoted && text[at + 1] === '\n') rows.push(['']) && at++
    else add(letter)
  }
  return rows.slice(0, -1)
}

test('a list is one cell, separated as in the CSV of the API', () => {
  expect(csv(tableOf([{ methods: ['Monobank', 'PUMB'] }], [{ name: 'methods' }]))).toBe(
    'methods\r\nMonobank | PUMB\r\n',
  )
})

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['  +380', "'  +380"],
  ['-cash', "'-cash"],
  ['@me', "'@me"],
  ['＝fullwidth', "'＝fullwidth"],
  ['two\nlines', 'two lines'],
  ['\u202Ereversed', 'reversed'],
])('%j is written as %j', (text, cell) => {
  expect(cellsOf([text])).toBe(`c0\r\n${cell}\r\n`)
})

test('whatever strangers are called, every row has as many cells as the heading, and no cell is a formula', () => {
  const letters = ['a', '"', ',', ';', '|', '\t', '\r', '\n', '=', '+', '-', '@', ' ', 'ї', '🐢']
  const name = fc.string({ unit: fc.constantFrom(...letters) })
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
      const rows = parse(cellsOf(names))
      expect(rows.map((cells) => cells.length)).toEqual([names.length, names.length])
      // Spreadsheets of many countries split at another separator, at which a quotation mark inside a cell means nothing.
      for (const separator of [',', ';', '\t', '|'])
        for (const cell of parse(cellsOf(names), separator).flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})

describe('in a spreadsheet', () => {
  const cellOf = (text: string) =>
    csv(tableOf([text], [{ name: 'nickname', value: (nickname) => nickname }])).split('\r\n')[1]

  test.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['  =1', `'  =1`],
    ['\t=1', `' =1`],
    ['\r=1', `' =1`],
    ['＝1', `'＝1`],
    ['a,b', '"a,b"'],
    ['plain', 'plain'],
  ])('%j is text', (text, cell) => {
    expect(cellOf(text)).toBe(cell)
  })

  test('a negative number stays a number', () => {
    expect(csv(tableOf([-0.61], [{ name: 'spread', value: (spread) => spread }]))).toBe('spread\r\n-0.61\r\n')
  })
})
