import type { LastKnownPrice, SavedRule } from '../rule-store.js'

export const aRule = (facts: Partial<SavedRule> = {}): SavedRule => ({
  id: 'ru_one',
  accountId: 'acc_one',
  name: 'Desk',
  fiat: 'UAH',
  fields: { fiat: 'UAH', side: 'BUY', base: 'best', offset_pct: 1 },
  lastGoodSeconds: 3_600,
  revision: 1,
  createdAtMs: Date.UTC(2026, 10, 21),
  ...facts,
})

export const aLastKnownPrice = (facts: Partial<LastKnownPrice> = {}): LastKnownPrice => ({
  ruleId: 'ru_one',
  revision: 1,
  version: 64,
  price: {
    price: 41.9,
    exchanges: ['binance'],
    ads: 1,
    confidence: 'high',
    observedAtMs: Date.UTC(2026, 10, 21, 10),
    steps: [
      { step: 'base', price: 41.32 },
      { step: 'offset_pct', price: 41.9 },
    ],
  },
  ...facts,
})
