import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { elsewhere, isIn, rooms, testsIn, testsThatMeetExchanges, tooLong } from './exchange-tests.js'
import { repository } from './throw-away-copy.js'

const chosen = testsThatMeetExchanges(repository)
const tests = testsIn(repository, 'packages')

test('with one more exchange every test runs that takes its exchanges from the list, except the one that takes too long', () => {
  const names = (path: string) => /\bexchangeIds\b/.test(readFileSync(join(repository, path), 'utf8'))
  expect(tests.filter((path) => names(path) && !chosen.includes(path))).toEqual([tooLong])
})

test('each room that is tried or left out has tests, and each file is chosen once', () => {
  for (const room of [...rooms, ...elsewhere])
    expect(
      tests.some((path) => isIn([room], path)),
      room,
    ).toBe(true)
  expect(new Set(chosen).size).toBe(chosen.length)
})
