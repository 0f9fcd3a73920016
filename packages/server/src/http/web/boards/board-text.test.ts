import type { Confidence } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { formulaOfRule } from '../../../market/price-rules/rule-store.js'
import { aLastKnownPrice, aRule } from '../../../market/price-rules/testing/a-rule.js'
import { boardText } from './board-text.js'

test.each([
  ['high', 'en', 'UAH for 1 USDT'],
  ['medium', 'en', 'UAH for 1 USDT · medium confidence'],
  ['low', 'en', 'UAH for 1 USDT · low confidence'],
  ['low', 'uk', 'UAH за 1 USDT · надійність низька'],
] as const)('a price of %s confidence says so in words where it is not high (%s)', (level, lang, below) => {
  expect(shown(level, lang)?.below).toBe(below)
})

function shown(level: Confidence, lang: 'en' | 'uk') {
  const rule = aRule()
  const { price } = aLastKnownPrice()
  const made = { ...price, confidence: { level, reasons: [] } }
  const facts = { rule, formula: formulaOfRule(rule), made, lastGood: null, nowMs: price.observedAtMs }
  const board = { ...aBoard, lang }
  return boardText({ board, prices: [facts] }, { isSimulated: false, isReplay: false }).lines[0]
}

const aBoard = {
  id: 'bo_one',
  accountId: 'acc_one',
  title: 'Desk',
  rules: ['ru_one'],
  tz: 'Europe/Kyiv',
  theme: 'light' as const,
  accent: null,
  createdAtMs: Date.UTC(2026, 10, 21),
}
