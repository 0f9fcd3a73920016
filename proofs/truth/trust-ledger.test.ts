import { describeTrustNumbers } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { readLedger, rowsWithoutFigure, ruleNames } from './trust-ledger.js'

test('the ledger has a row for each number of the trust rules, with its present value, and for each rule', () => {
  const { numbers, rules } = readLedger()
  expect(numbers.map(({ smaller, larger, ...described }) => described)).toEqual(describeTrustNumbers())
  expect(rules.map(({ rule }) => rule)).toEqual(ruleNames)
})

test('some figure gets worse without each rule', () => {
  expect(rowsWithoutFigure(readLedger())).toEqual([])
})
