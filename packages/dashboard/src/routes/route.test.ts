import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineRoute } from './route.js'
import { amountField, choiceField, flagField, textField } from './url-fields.js'

const ads = defineRoute(
  '/ads/{fiat}/{exchange}/{side}',
  {
    fiat: choiceField(['UAH', 'EUR'], 'UAH'),
    exchange: choiceField(['binance', 'okx'], 'binance'),
    side: choiceField(['buy', 'sell'], 'buy'),
    method: textField(64),
    amount: amountField(),
    trusted: flagField,
  },
  '/',
)
const read = (address: string) => ads.read(new URL(address, 'http://h'))

describe('an address', () => {
  test('names the thing in its path and the view in its query', () => {
    expect(read('/ads/EUR/okx/sell?method=Mono%20bank&amount=500&trusted=1')).toEqual({
      fiat: 'EUR',
      exchange: 'okx',
      side: 'sell',
      method: 'Mono bank',
      amount: '500',
      trusted: true,
    })
  })
  test.each(['/', '/ads', '/ads/', '/ads/uah', '/ads/UAH/binance/buy?trusted=0'])('%s is the usual view', (address) => {
    expect(read(address)).toEqual(ads.presets)
  })
  test.each(['/market/UAH', '/adsx', '/ads/UAH/okx/buy/more', '/x'])('%s belongs to another page', (address) => {
    expect(read(address)).toBeNull()
  })
  test.each(['/ads/XXX', '/ads/UAH/foo', '/ads/UAH/okx/both', '/ads/%E0%A4%A'])('%s names nothing', (address) => {
    expect(read(address)).toBeNull()
  })
  test('falls back where a value is unknown, and the unknown value vanishes', () => {
    const state = read('/ads/UAH/binance/buy?amount=-5&trusted=yes&utm=1')
    expect(state).toEqual(ads.presets)
    expect(ads.print(state ?? {})).toBe('/ads/UAH/binance/buy')
  })
  test('is corrected to the usual spelling', () => {
    expect(ads.print(read('/ads/uah/OKX/SELL') ?? {})).toBe('/ads/UAH/okx/sell')
  })
  test.each(['0', '0.0', '1e3', '.5', '1234567890123', '1.123456789'])('takes no amount %s', (amount) => {
    expect(read(`/ads?amount=${amount}`)?.amount).toBe('')
  })
})

test('whatever a state is, its address leads back to it', () => {
  const state = fc.record({
    fiat: fc.constantFrom('UAH' as const, 'EUR' as const),
    exchange: fc.constantFrom('binance' as const, 'okx' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    method: fc.string({ maxLength: 64, unit: 'grapheme' }).filter((text) => text.length <= 64),
    amount: fc.integer({ min: 1, max: 999_999 }).map(String),
    trusted: fc.boolean(),
  })
  fc.assert(
    fc.property(state, (one) => {
      expect(read(ads.print(one))).toEqual(one)
    }),
  )
})
