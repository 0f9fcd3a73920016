import { InvalidArgumentError } from 'commander'
import { describe, expect, test } from 'vitest'
import * as options from './options.js'

const {
  readAddress,
  readAmount,
  readCount,
  readFee,
  readHours,
  readPort,
  readPrice,
  readProxy,
  readSigned,
  readTimeout,
} = options

describe.each([
  ['a port', readPort, ['0', '8080', '65535'], ['65536', '-1', '80 ', '0x50', '1e3', '', '٨٠']],
  ['a count', readCount, ['1', '999999999'], ['0', '-1', '1.5', '01', '1000000000', '', 'ten']],
  ['an amount', readAmount, ['0.5', '50k', '50 000'], ['0', '-5', '50.000', '1,00', '1e5', '']],
  ['a price', readPrice, ['44.955', '44.95', '0.872', '25 300'], ['0', '0.000', '-5', '44,95', '']],
  ['a fee', readFee, ['0', '1', '0.8', '9999.99999999'], ['-1', '.5', '1.', '10000', '1e1', '', '0,8']],
  ['hours', readHours, ['0', '24', '999999999'], ['-1', '1.5', '1000000000', '', '24h']],
  ['a threshold', readSigned, ['-0.5', '0', '41.2'], ['+1', '--1', '.5', '1e3', '', '41,2']],
  ['a timeout', readTimeout, ['0.1', '30', '3600'], ['0', '0.05', '3601', '-1', '', 'soon']],
] as const)('%s', (_, read, good, bad) => {
  test('is taken in its own form alone', () => {
    for (const text of good) expect.soft(Number.isFinite(read(text)), text).toBe(true)
    for (const text of bad) expect.soft(() => read(text), text).toThrow(InvalidArgumentError)
  })
})

describe('a moment', () => {
  test('with a zone is handed on as it is', () => {
    for (const text of ['2026-03-14T14:05Z', '2026-03-14T14:05:30.250+02:00', '1773497100'])
      expect.soft(options.readMoment(text)).toBe(text)
  })

  test('without a zone is meant where it is read', () => {
    for (const text of ['2026-03-14T14:05', '2026-03-14 14:05', '2026-03-14T14:05:00'])
      expect.soft(options.readMoment(text), text).toBe(new Date(2026, 2, 14, 14, 5).toISOString())
  })

  test('has a day and a time of day', () => {
    for (const text of ['2026-03-14', 'yesterday', '14:05', '', '2026-13-14T14:05', '1773497100000'])
      expect.soft(() => options.readMoment(text), text).toThrow(InvalidArgumentError)
  })
})

describe('a currency', () => {
  const { parseArg } = options.fiatOption()

  test('is a code of three letters in any case; a server may know more of them than this version', () => {
    expect(['uah', 'EUR', 'xYz'].map((code) => parseArg?.(code, undefined))).toEqual(['UAH', 'EUR', 'XYZ'])
    for (const text of ['UA', 'UAHH', 'U4H', '', 'грн', 'uſd'])
      expect(() => parseArg?.(text, undefined)).toThrow('three letters')
  })

  test('may stand several times without its option', () => {
    const read = options.fiatArguments().parseArg
    expect(read?.('eur', read('uah', undefined as never))).toEqual(['UAH', 'EUR'])
  })
})

describe('a side', () => {
  const { parseArg } = options.sideOption()

  test('is what the caller does, in any case', () => {
    expect(['buy', 'SELL', 'Buy'].map((word) => parseArg?.(word, undefined))).toEqual(['BUY', 'SELL', 'BUY'])
  })
  test.each([
    ['bid', 'Did you mean buy?'],
    ['s', 'Did you mean sell?'],
    ['ask', 'Expected buy or sell.'],
  ])('is not %s, with the probable meaning', (word, says) => {
    expect(() => parseArg?.(word, undefined)).toThrow(says)
  })
})

test('one of some words names the nearest of them', () => {
  const read = options.oneOf(['json', 'csv'])
  expect(read('csv')).toBe('csv')
  expect(() => read('cvs')).toThrow('Expected one of json, csv.\n(Did you mean csv?)')
  expect(() => read('CSV')).toThrow(InvalidArgumentError)
})

describe('addresses and proxies', () => {
  test('add up, and the last one for an exchange counts', () => {
    const once = readAddress('binance=https://one.example')
    const twice = readAddress('okx=http://127.0.0.1:8080', once)
    expect([...twice.keys()]).toEqual(['binance', 'okx'])
    expect(readAddress('okx=https://other.example', twice).get('okx')).not.toBe(twice.get('okx'))
    expect([...once.keys()]).toEqual(['binance'])
  })

  test('are complete', () => {
    for (const text of [
      'binance',
      '=https://one.example',
      'binance=',
      'binance=one.example',
      'binance=ftp://one.example',
    ])
      expect.soft(() => readAddress(text), text).toThrow(InvalidArgumentError)
    for (const text of ['nonsense', 'binance=nonsense', 'ftp://proxy.example'])
      expect.soft(() => readProxy(text), text).toThrow(InvalidArgumentError)
  })
})
