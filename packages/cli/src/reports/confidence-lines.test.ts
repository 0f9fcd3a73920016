import { en } from '@p2p-rates/contract/words/en'
import { confidenceReasons } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import { bestLine, confidenceLine, confidenceLines } from './confidence-lines.js'

describe('confidence', () => {
  test.each(confidenceReasons)('%s is a sentence', (reason) => {
    expect(confidenceLine({ level: 'medium', reasons: [reason] })).toBe(
      `Confidence: medium. ${en[`confidence.why.${reason}`]}`,
    )
    expect(en[`confidence.why.${reason}`]).toMatch(/^[A-Z].*\.$/)
  })

  test('is printed once if it is the same for both sides', () => {
    const high = { level: 'high', reasons: [] }
    expect(confidenceLines({ confidence: { buy: high, sell: high } })).toEqual(['Confidence: high.'])
  })

  test('is printed for each side if they differ', () => {
    const confidence = {
      buy: { level: 'high', reasons: [] },
      sell: { level: 'low', reasons: ['little_evidence', 'exchanges_missing'] },
    }
    expect(confidenceLines({ confidence })).toEqual([
      'Confidence when you buy: high.',
      `Confidence when you sell: low. ${en['confidence.why.little_evidence']} ${en['confidence.why.exchanges_missing']}`,
    ])
  })

  test('an answer without it prints nothing, an unknown reason of a newer server its code', () => {
    expect(confidenceLines({})).toEqual([])
    expect(confidenceLine({ level: 'low', reasons: ['full_moon', 'toString'] })).toBe(
      'Confidence: low. Full moon. ToString.',
    )
  })
})

const sentence = ({ price, exchange }: { readonly price: string; readonly exchange: string }) =>
  `You sell at ${price} on ${exchange}.`

test('a best price of low confidence is followed by its main doubt and the surer price', () => {
  const best = { price: 0.872, exchange: 'binance' }
  const surer = { price: 0.86, exchange: 'okx', level: 'high' }
  expect(bestLine(sentence, best, { level: 'low', reasons: ['wide_prices', 'ahead_of_others'], surer })).toBe(
    'You sell at 0.872 on Binance. Low confidence: no other exchange comes near the best price. More reliable: 0.86 on OKX.',
  )
  expect(bestLine(sentence, best, { level: 'medium', reasons: ['wide_prices'] })).toBe('You sell at 0.872 on Binance.')
})
