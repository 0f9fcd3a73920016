import { checkEach } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.js'

const obeyed = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test('no control character comes through, each of them tried', () => {
  for (let code = 0; code <= 0x9f; code++) expect(cleanText(`a${String.fromCharCode(code)}b`)).not.toMatch(obeyed)
})

test('a text loses what could harm a terminal or a page', () =>
  checkEach(
    [
      ['\x1b[31mred\x1b[0m', 'red'],
      ['\x1b]0;title\x07name', 'name'],
      ['\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\', 'click'],
      ['\x9b2Jcleared', 'cleared'],
      ['user\u202egnp.exe', 'usergnp.exe'],
      ['two\r\nlines\tand a tab', 'two lines and a tab'],
      ['zero\u200bwidth\ufeff', 'zerowidth'],
      ['王小明 🇺🇦 👩‍💻 é', '王小明 🇺🇦 👩‍💻 é'],
      ['\ud800lone', '\ufffdlone'],
    ] as const,
    ([text, clean]) => {
      expect(cleanText(text)).toBe(clean)
    },
  ))

test('any untrusted text is harmless in a terminal and cleaning again changes nothing', () => {
  const alphabet = fc.constantFrom(
    ...'ab王é🍋 ',
    '\x1b',
    '[',
    ']',
    '3',
    '1',
    'm',
    ';',
    '\x07',
    '\x9b',
    '\x9d',
    '\u202e',
    '\t',
    '\n',
    '\u2067',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(alphabet, fc.string({ unit: 'binary' }))), (parts) => {
      const clean = cleanText(parts.join(''))
      expect(clean).not.toMatch(obeyed)
      expect(cleanText(clean)).toBe(clean)
    }),
    { seed: Number(process.env.SEED), numRuns: 2_000 },
  )
})

test('a text of nothing but beginnings of sequences is cleaned in one go', { timeout: 5_000 }, () => {
  for (const beginning of ['\x9d', '\x1b]', '\x9b', '\x1b['])
    expect(cleanText(`${beginning.repeat(200_000)}é`)).toMatch(/é$/)
})
