import { expect, test } from 'vitest'
import {
  afterAgreement,
  afterContradiction,
  afterDispute,
  afterDoubt,
  isExcluded,
  isProven,
  newReputation,
  type Reputation,
} from './reporter.js'

const agreeing = (times: number, from: Reputation = newReputation): Reputation =>
  Array.from({ length: times }).reduce<Reputation>((standing) => afterAgreement(standing), from)

test('fifty agreements prove a reporter, and one fewer does not', () => {
  expect(isProven(agreeing(49))).toBe(false)
  expect(isProven(agreeing(50))).toBe(true)
})

test('after one contradiction all is checked again, and a second one holds it out', () => {
  const doubted = afterContradiction(agreeing(50))
  expect([isProven(doubted), isExcluded(doubted)]).toEqual([false, false])
  expect(isExcluded(afterContradiction(agreeing(49, doubted)))).toBe(true)
})

test('a reporter that has proven itself again is forgiven', () => {
  const again = agreeing(50, afterContradiction(newReputation))
  expect(isExcluded(afterContradiction(again))).toBe(false)
})

test('an undecidable dispute makes it a newcomer without blame; a doubt takes back five agreements', () => {
  expect(afterDispute(agreeing(50))).toEqual(newReputation)
  expect(afterDoubt(agreeing(50))).toEqual({ agreements: 45, contradictions: 0 })
  expect(afterDoubt(agreeing(3))).toEqual(newReputation)
})

test('agreements cannot be saved up for lies', () => {
  expect(isProven(afterDoubt(agreeing(5_000)))).toBe(false)
})
