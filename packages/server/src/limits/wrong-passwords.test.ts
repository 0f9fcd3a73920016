import { expect, test } from 'vitest'
import { createHandClock } from '../testing/hand-clock.js'
import { createWrongPasswords } from './wrong-passwords.js'

const setUp = () => {
  const clock = createHandClock()
  const guesses = createWrongPasswords({ clock })
  const isHeard = (network: string, email: string) => !('waitSeconds' in guesses.begin(network, email))
  return { clock, guesses, isHeard }
}

test('ten wrong passwords are heard from one network, whatever they are tried on', () => {
  const { isHeard } = setUp()
  for (let guess = 0; guess < 10; guess++) expect(isHeard('here', `${guess}@example.com`)).toBe(true)
  expect(isHeard('here', 'new@example.com')).toBe(false)
  expect(isHeard('there', 'new@example.com')).toBe(true)
})

test('five are heard for one address, wherever they come from', () => {
  const { isHeard } = setUp()
  for (let guess = 0; guess < 5; guess++) expect(isHeard(`net ${guess}`, 'ann@example.com')).toBe(true)
  expect(isHeard('elsewhere', 'ann@example.com')).toBe(false)
  expect(isHeard('elsewhere', 'bob@example.com')).toBe(true)
})

test('what is refused is not counted, and the wait that is told is neither too short nor longer than a quarter of an hour', () => {
  const { clock, guesses, isHeard } = setUp()
  for (let guess = 0; guess < 5; guess++) {
    isHeard('here', 'ann@example.com')
    clock.advance(60_000)
  }
  for (let guess = 0; guess < 50; guess++) expect(isHeard('here', 'ann@example.com')).toBe(false)
  const refused = guesses.begin('here', 'ann@example.com')
  expect(refused).toEqual({ waitSeconds: 600 })
  clock.advance(599_999)
  expect(isHeard('here', 'ann@example.com')).toBe(false)
  clock.advance(1)
  expect(isHeard('here', 'ann@example.com')).toBe(true)
})

test('the right password counts as nothing, but while it is judged it takes a place', () => {
  const { guesses, isHeard } = setUp()
  const begun = Array.from({ length: 5 }, () => guesses.begin('here', 'ann@example.com'))
  expect(isHeard('there', 'ann@example.com')).toBe(false)
  for (const guess of begun) if ('wasRight' in guess) guess.wasRight()
  for (let time = 0; time < 40; time++) {
    const guess = guesses.begin('here', 'ann@example.com')
    expect(guess).toHaveProperty('wasRight')
    if ('wasRight' in guess) guess.wasRight()
  }
})
