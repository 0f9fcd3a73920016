import { describeTrustNumbers } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { readLedger } from './trust-ledger.js'
import { trustRulesSwitchedOff } from './trust-rules-switched-off.js'

test('the ledger has a row for each number of the trust rules, with its present value, and for each rule', () => {
  const { numbers, rules } = readLedger()
  expect(numbers.map(({ smaller, larger, ...described }) => described)).toEqual(describeTrustNumbers())
  expect(rules.map(({ rule }) => rule)).toEqual(Object.keys(trustRulesSwitchedOff))
})
