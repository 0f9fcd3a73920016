import { expect, test } from 'vitest'
import { differences, fitsText } from './compare-output-shape.js'

test.each([
  ['other numbers, times and exchanges', 'at 41.3 on okx, 2 s old', 'at 1,046.25 on binance, 77 s old'],
  ['a price without decimals between commas', 'T,41.31,41.04', 'T,46,46.03'],
  ['other widths', 'price   ads\n  41.3     8', 'price ads\n1041.30 112'],
  ['more rows of the same kind', '1 on okx\nin all 1', '1 on okx\n2 on mexc\n3 on okx\nin all 6'],
  ['anything for three dots', 'first\n...\nlast', 'first\nsecond\nthird\nlast'],
  ['the rest of a line for three dots', 'data: {"asset":...}', 'data: {"asset":"USDT"}'],
  ['prices that never existed', '1 USDT', 'SIMULATED: 1 USDT'],
])('%s: the shape is the same', (_, shown, printed) => {
  expect(fitsText(shown, printed)).toBe(true)
})

test.each([
  ['another word', 'you buy at 41.3', 'you sell at 41.3'],
  ['a word in place of a number', 'you buy at 41.3', 'you buy at undefined'],
  ['a line less', 'one\ntwo', 'one'],
  ['a line more', 'one', 'one\ntwo'],
  ['nothing', 'one', ''],
  ['a character that is a pattern', 'a.c', 'abc'],
])('%s: the shape is another', (_, shown, printed) => {
  expect(fitsText(shown, printed)).toBe(false)
})

test('answers differ in fields and kinds, not in values', () => {
  const shown = { price: 41.3, ads: [{ id: 'a', score: 1 }], best: { side: 'BUY' }, none: null }
  expect(differences(shown, { price: 1, ads: [], best: { side: 'SELL' }, none: 3 })).toEqual([])
  const printed = { price: '1', ads: [{ id: 'b', score: 1 }, { id: 'c' }], best: [], more: 1 }
  expect(differences(shown, printed)).toEqual([
    'answer.price is no number',
    'answer.ads[1].score is not answered',
    'answer.best is no object',
    'answer.none is not answered',
    'answer.more is not shown',
  ])
})
