import { expect, test } from 'vitest'
import type { TimedResponse } from '../cluster-requests.js'
import { findForgottenAnswers } from './forgotten-answers.js'

const answered = (server: string, startMs: number, endMs: number): TimedResponse => ({
  ...{ server, startMs, endMs },
  ...{ status: 200, headers: {}, text: '' },
})
const kills = [
  { server: 'a', atMs: 1_000 },
  { server: 'a', atMs: 5_000 },
]
const wrote = (life: string, ...times: readonly number[]) => times.map((atMs) => ({ server: 'a', life, atMs }))

test('forgotten may be what a killed server answered since its last batch but one, and nothing else', () => {
  const isForgotten = findForgottenAnswers(kills, [...wrote('first', 300, 600, 900), ...wrote('second', 3_000, 4_000)])
  expect(isForgotten(answered('a', 500, 599))).toBe(false)
  expect(isForgotten(answered('a', 500, 601))).toBe(true)
  expect(isForgotten(answered('b', 500, 601))).toBe(false)
  expect(isForgotten(answered('a', 999, 1_040))).toBe(true)
  expect(isForgotten(answered('a', 2_000, 2_990))).toBe(false)
  expect(isForgotten(answered('a', 4_100, 4_200))).toBe(true)
  expect(isForgotten(answered('a', 5_100, 5_200))).toBe(false)
})

test('a batch that is accepted after the death of its server is its last', () => {
  const isForgotten = findForgottenAnswers(kills, wrote('first', 300, 600, 1_100))
  expect(isForgotten(answered('a', 500, 590))).toBe(false)
  expect(isForgotten(answered('a', 610, 620))).toBe(true)
})

test('of a life that wrote nothing, or once, everything may be forgotten, and nothing of the life before it', () => {
  const isForgotten = findForgottenAnswers(kills, [...wrote('first', 300, 600), ...wrote('second', 2_000)])
  expect(isForgotten(answered('a', 1_200, 1_300))).toBe(true)
  expect(isForgotten(answered('a', 100, 200))).toBe(false)
  expect(findForgottenAnswers(kills, [])(answered('a', 100, 200))).toBe(true)
})
