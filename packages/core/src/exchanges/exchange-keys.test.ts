import { expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { bybit, exchanges } from './all.js'
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

test('a key of Bybit can name its region', () => {
  const kazakh = { ...mine, region: 'kz' }
  expect(read(JSON.stringify({ bybit: kazakh }))).toEqual(new Map([['bybit', kazakh]]))
})

test('keys of exchanges that are read only with a key are known to every list of exchanges', () => {
  const keys = { wallet: { key: mine.key }, gate: mine }
  expect(read(JSON.stringify(keys))).toEqual(new Map(Object.entries(keys)))
})

test('an exchange can take a key without a secret, and then takes no secret', () => {
  const { signed } = bybit
  if (signed === undefined) throw new Error('It has an official interface.')
  const headers = ({ key }: { readonly key: string }) => ({ 'X-API-Key': key })
  const plain = plainExchange('bazaar', { signed: { ...signed, signing: { plain: true, headers } } })
  const readPlain = (entry: object) => readExchangeKeys(JSON.stringify({ bazaar: entry }), [plain])
  expect(readPlain({ key: mine.key })).toEqual(new Map([['bazaar', { key: mine.key }]]))
  expect(readPlain(mine)).toContain('has no key of bazaar: each is')
})

test('a mistake in a file is reported without its text', () =>
  checkEach(
    [
      ['no JSON', 'WhatEverKey:Sup3r$ecretText', 'is JSON like'],
      ['a list', JSON.stringify([mine]), 'is JSON like'],
      ['nothing', '{}', 'holds no key'],
      [
        'an exchange without such an interface',
        JSON.stringify({ okx: mine }),
        'with one: binance, bybit, bitget, wallet, gate',
      ],
      [
        'a key in place of an exchange',
        JSON.stringify({ Sup3r$ecretText: mine }),
        'with one: binance, bybit, bitget, wallet, gate',
      ],
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
      [
        'an unknown region',
        JSON.stringify({ bybit: { ...mine, region: 'WhatEver' } }),
        'an unknown region of bybit; known: kz, ge, tr, eu, nl, ae, id',
      ],
      ['a region that is no text', JSON.stringify({ bybit: { ...mine, region: 1 } }), 'no key and secret of bybit'],
      [
        'a region where there is none',
        JSON.stringify({ bitget: { ...mine, passphrase: 'Phrase0fMine', region: 'kz' } }),
        'an unknown region of bitget; known: none',
      ],
      ['a text', JSON.stringify({ bybit: 'Sup3r$ecretText' }), 'no key and secret of bybit'],
    ] as const,
    ([_, text, words]) => {
      const problem = read(text)
      expect(problem).toContain(words)
      expect(problem).not.toMatch(/WhatEver|Sup3r|Evil/)
    },
  ))
