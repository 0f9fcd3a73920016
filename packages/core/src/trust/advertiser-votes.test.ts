import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { anAd } from '../testing/an-ad.js'
import { collectVotes } from './advertiser-votes.js'
import { logCostOf, toCandidateAd } from './candidate-ad.js'
import { normalRules } from './trust-rules.js'

const ask = (...ads: readonly Partial<Ad>[]) =>
  collectVotes(
    ads.map((facts, index) =>
      toCandidateAd(anAd({ adId: `${index}`, advertiserId: `${index}`, ...facts }), normalRules),
    ),
    null,
  ) ?? expect.fail('nobody votes')

const cluster = (size: number, facts: Partial<Ad>) =>
  Array.from({ length: size }, (_, index) => ({ advertiserId: `crowd-${index}`, ...facts }))

describe('a poll', () => {
  test('counts an advertiser once, however many ads they have', () => {
    const many = [41.1, 41.2, 41.3, 41.4].map((price) => ({ price, advertiserId: 'one' }))
    expect(ask(...many, { price: 41.6 }, { price: 41.7 }).votes).toHaveLength(3)
    expect(ask(...many, { price: 41.6 }, { price: 41.7 }).centre).toBe(logCostOf(41.6, 'BUY'))
  })

  test('takes the price of their ads that tempts least, on either side', () => {
    const both = [
      { price: 41, advertiserId: 'one' },
      { price: 42, advertiserId: 'one' },
    ]
    expect(ask(...both).centre).toBe(logCostOf(42, 'BUY'))
    expect(ask(...both.map((ad) => ({ ...ad, side: 'SELL' as const }))).centre).toBe(logCostOf(41, 'SELL'))
  })

  test('counts three ads at one identical price in full, twelve of them half, forty-eight a quarter', () => {
    const one = ask({ price: 41.5 }).weight
    expect(ask(...cluster(3, { price: 41.5 })).weight).toBeCloseTo(3 * one, 9)
    expect(ask(...cluster(12, { price: 41.5 })).weight).toBeCloseTo(6 * one, 9)
    expect(ask(...cluster(48, { price: 41.5 })).weight).toBeCloseTo(12 * one, 9)
  })

  test('is not moved by a wall of equal prices that outnumbers all other ads', () => {
    const market = [41.4, 41.42, 41.45, 41.47, 41.5, 41.52, 41.55].map((price) => ({ price }))
    expect(ask(...market, ...cluster(12, { price: 41 })).centre).toBeGreaterThan(logCostOf(41.3, 'BUY'))
  })
})
