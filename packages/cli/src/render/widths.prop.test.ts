import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blanks, displayWidth, truncate } from './display-width.js'
import { fitColumns, isNumeric, totalOf } from './fit-columns.js'
import { followsLinks, linked } from './hyperlinks.js'
import { paragraph } from './paragraph.js'
import { escapedJson, sanitize } from './sanitize.js'
import { sparkline, squeeze } from './sparkline.js'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const runs = { seed, numRuns: 300 }
console.log(`widths from seed ${seed}`)
const text = fc.string({ unit: fc.constantFrom('a', 'Ж', '中', '🐢', '👨‍👩‍👧', 'é', ' ', '7'), maxLength: 60 })

test('a text that is cut is never wider than its room, begins as it began, and shows that something is missing', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, width) => {
      const cut = truncate(whole, width)
      expect(displayWidth(cut)).toBeLessThanOrEqual(width)
      if (displayWidth(whole) <= width) expect(cut).toBe(whole)
      else expect(cut.endsWith('…') && whole.startsWith(cut.slice(0, -1))).toBe(true)
    }),
    runs,
  )
})

test('with its blanks a text is exactly as wide as its room', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 80 }), (word, width) => {
      expect(displayWidth(word + blanks(word, width))).toBe(Math.max(width, displayWidth(word)))
    }),
    runs,
  )
})

test('a paragraph loses no word and passes its width only with a single longer word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zЖ0-9%.]{1,14}$/), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 10, max: 60 }),
      (words, width) => {
        const lines = paragraph(words.join(' '), width, '  ', '    ')
        expect(lines.map((line) => line.trim()).join(' ')).toBe(words.join(' '))
        const isUnit = (word: string) => /^(?:%|s|min|h|d|old)[.,;)]?/.test(word)
        for (const line of lines)
          if (displayWidth(line) > width) expect(line.trim().split(' ').slice(1).every(isUnit)).toBe(true)
      },
    ),
    runs,
  )
})

test('columns fit whenever what must stay fits, and no column grows', () => {
  const column = fc.record({
    width: fc.integer({ min: 1, max: 40 }),
    flexible: fc.constantFrom(undefined, true as const, 1, 2),
    kind: fc.constantFrom(undefined, 'price' as const, 'text' as const),
  })
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 8 }), fc.integer({ min: 20, max: 160 }), (drawn, width) => {
      const columns = drawn.map(({ flexible, kind }, index) => ({
        name: `c${index}`,
        ...(flexible === undefined ? {} : { flexible }),
        ...(kind === undefined ? {} : { kind }),
      }))
      const natural = drawn.map((one) => one.width)
      const widths = fitColumns(columns, natural, width)
      expect(widths.every((room, index) => room <= (natural[index] ?? 0))).toBe(true)
      const staying = natural.map((room, index) => (columns[index]?.flexible === undefined ? room : 0))
      expect(widths.every((room, index) => staying[index] === 0 || room === natural[index])).toBe(true)
      if (totalOf(staying) <= width) expect(totalOf(widths)).toBeLessThanOrEqual(width)
      // Half a number is a wrong number: it stands whole or not at all.
      for (const [index, room] of widths.entries())
        if (isNumeric(columns[index])) expect([0, natural[index]]).toContain(room)
    }),
    runs,
  )
})

test('a sparkline is as wide as its values or its room, with gaps where nothing is known', () => {
  const values = fc.array(fc.option(fc.double({ min: 40, max: 42, noNaN: true }), { nil: null }), { maxLength: 90 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 40 }), (series, width) => {
      const line = sparkline(series, width)
      expect([...line]).toHaveLength(Math.min(series.length, width))
      expect([...line].map((block) => block === ' ')).toEqual(squeeze(series, width).map((value) => value === null))
    }),
    runs,
  )
  expect(sparkline([1, 1, 1], 9)).toBe('▄▄▄')
  expect(sparkline([1, null, 8], 9)).toBe('▁ █')
})

test('a document is the same for programs, and obeyed by no terminal', () => {
  const wild = fc.string({ unit: fc.constantFrom('a', '\u001b', '\u009b', '\u202e', '\u2066', '\n', '"', '\u{e0041}') })
  fc.assert(
    fc.property(fc.dictionary(wild, fc.array(wild)), (document) => {
      const json = escapedJson(document)
      expect(JSON.parse(json)).toEqual(document)
      expect(json).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\u{e0041}/u)
      expect(JSON.stringify(sanitize(document))).not.toMatch(/\\u001b|\u009b|\u202e|\u2066/)
    }),
    runs,
  )
})

test.each([
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM_PROGRAM: 'vscode' }, true],
  [{ VTE_VERSION: '7200' }, true],
  [{ VTE_VERSION: '4000' }, false],
  [{ WT_SESSION: 'x' }, true],
  [{ KONSOLE_VERSION: '230800' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'dumb', WT_SESSION: 'x' }, false],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TMUX: '/tmp/x', TERM_PROGRAM: 'WezTerm' }, false],
  [{ TERM: 'dumb', FORCE_HYPERLINK: '1' }, true],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false],
  [{}, false],
])('links in a terminal that says %j: %s', (environment, follows) => {
  expect(followsLinks(environment)).toBe(follows)
  expect(linked('ad', 'https://example.com')).toContain('https://example.com')
})
