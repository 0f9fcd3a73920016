import { expect, test } from 'vitest'
import { blob, readEnum } from './sql-values.js'

const sides = ['BUY', 'SELL'] as const

test('a column of another type than its table declares is refused by name', () => {
  const bytes = new Uint8Array([1, 2])
  expect(blob({ data: bytes }, 'data')).toBe(bytes)
  for (const data of ['text', 5, null]) expect(() => blob({ data }, 'data')).toThrow('The column data holds no bytes.')
  expect(() => blob({}, 'data')).toThrow('The column data holds no bytes.')
})

test('a word that is none of those expected is refused by name', () => {
  expect(readEnum({ side: 'SELL' }, 'side', sides)).toBe('SELL')
  for (const side of ['sell', '', null, 1])
    expect(() => readEnum({ side }, 'side', sides)).toThrow('The column side holds none of BUY, SELL.')
})
