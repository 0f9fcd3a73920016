import type { SavedBoard } from '../price-page-service.js'

export const aBoard = (facts: Partial<SavedBoard> = {}): SavedBoard => ({
  id: 'bo_one',
  accountId: 'acc_one',
  title: 'Our rates',
  rules: ['ru_one'],
  lang: 'en',
  tz: 'Europe/Kyiv',
  theme: 'auto',
  accent: null,
  createdAtMs: Date.UTC(2026, 10, 21),
  ...facts,
})
