import { expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { exchanges } from './all.js'
import { readExchangeKeys } from './exchange-keys.js'

const read = (text: string) => readExchangeKeys(text, exchanges)
const mine = { key: 'WhatEverKey', secret: 'Sup3r$ecretText' }

test('keys are read by exchange', () => {
  expect(read(JSON.stringify({ bybit: mine }))).toEqual(new Map([['bybit', mine]]))
})

test('where an exchange wants a passphrase it comes along', () => {
  const three = { ...mine, passphrase: 'Phrase0fMine' }
  expect(read(JSON.stringify({ bybit: mine, bitget: three }))).toEqual(
    new Map<string, object>([
      ['bybit', mine],
      ['bitget', three],
    ]),
  )
})

test('a mistake in a file is reported without its text', () =>
  checkEach(
    [
      ['no JSON', 'WhatEverKey:Sup3r$ecretText', 'is JSON like'],
      ['a list', JSON.stringify([mine]), 'is JSON like'],
      ['nothing', '{}', 'holds no key'],
      ['an exchange without such an interface', JSON.stringify({ okx: mine }), 'with one: bybit, bitget'],
      ['a key in place of an exchange', JSON.stringify({ Sup3r$ecretText: mine }), 'with one: bybit, bitget'],
      ['the prototype', '{"__proto__":{"key":"WhatEverKey","secret":"Sup3r$ecretText"}}', 'holds no key'],
      ['no secret', JSON.stringify({ bybit: { key: mine.key } }), 'no key and secret of bybit'],
      ['a short one', JSON.stringify({ bybit: { ...mine, key: 'short' } }), 'no key and secret of bybit'],
      [
        'one with a line break',
        JSON.stringify({ bybit: { ...mine, key: 'WhatEverKey\r\nX-Evil: 1' } }),
        'no key and secret',
      ],
      [
        'more than is asked for',
        JSON.stringify({ bybit: { ...mine, passphrase: 'Sup3r$ecretText' } }),
        'no key and secret',
      ],
      ['no passphrase', JSON.stringify({ bitget: mine }), 'no key, secret and passphrase of bitget'],
      [
        'a passphrase with a blank',
        JSON.stringify({ bitget: { ...mine, passphrase: 'Sup3r phrase' } }),
        'no key, secret and passphrase of bitget',
      ],
      ['a text', JSON.stringify({ bybit: 'Sup3r$ecretText' }), 'no key and secret of bybit'],
    ] as const,
    ([_, text, words]) => {
      const problem = read(text)
      expect(problem).toContain(words)
      expect(problem).not.toMatch(/WhatEver|Sup3r|Evil/)
    },
  ))
