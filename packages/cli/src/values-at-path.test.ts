import { expect, test } from 'vitest'
import { valuesAtPath } from './values-at-path.js'

const document = {
  fiat: 'UAH',
  best_buy: { price: 41.3, exchange: 'okx' },
  spread: null,
  exchanges: [
    { exchange: 'binance', buy: 41.32 },
    { exchange: 'okx', buy: null },
  ],
  nickname: 'evil\u001b[2Jname\nof two lines',
}

test.each([
  ['fiat', 'UAH\n'],
  ['best_buy.price', '41.3\n'],
  ['best_buy', '{"price":41.3,"exchange":"okx"}\n'],
  ['spread', 'null\n'],
  ['exchanges[1].exchange', 'okx\n'],
  ['exchanges[].buy', '41.32\nnull\n'],
  ['exchanges[7].buy', ''],
  ['best_buy[]', '41.3\nokx\n'],
])('%s is %j', (path, text) => {
  expect(valuesAtPath(document, path)).toBe(text)
})

test('a text of a stranger is one harmless line', () => {
  expect(valuesAtPath(document, 'nickname')).toBe('evilname of two lines\n')
})

test('no path at all is the whole document', () => {
  expect(valuesAtPath({ a: [1] }, '')).toBe('{"a":[1]}\n')
})

test.each(['.', 'a..b', 'a.', 'a[b]', 'a[-1]', 'a]', 'a[1'])('%j is no path, and wrong usage', (path) => {
  expect(() => valuesAtPath({ a: 1 }, path)).toThrow(expect.objectContaining({ exitCode: 2 }))
})

test('a field that is not there names the nearest one, or all', () => {
  const hintOf = (path: string) => {
    try {
      valuesAtPath(document, path)
    } catch (error) {
      return (error as { hint: string | null }).hint
    }
    return 'found'
  }
  expect(hintOf('best_by')).toBe('Did you mean best_buy?')
  expect(hintOf('best_buy.zzzzzz')).toBe('Available fields: price, exchange.')
  expect(hintOf('fiat.code')).toBeNull()
  expect(() => valuesAtPath([document], 'fiat')).toThrow(expect.objectContaining({ hint: "--field '[].fiat'" }))
  for (const path of ['constructor', '__proto__', 'best_buy.toString']) expect(hintOf(path)).not.toBe('found')
})
