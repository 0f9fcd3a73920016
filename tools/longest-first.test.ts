import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longest, longestFirst } from './longest-first.js'
import { repository } from './throw-away-copy.js'

test('every file that is known to take long is there', () => {
  expect(longest.filter((path) => !existsSync(join(repository, path)))).toEqual([])
})

test('what takes longest begins first, and all others as they were named', () => {
  const others = ['tools/docs.slow.test.ts', 'proofs/wire.slow.test.ts', 'tools/pages.slow.test.ts']
  const named = [...others.slice(0, 1), ...longest.toReversed(), ...others.slice(1)]
  const begun = longestFirst(named.map((path) => ({ moduleId: join(repository, path) })))
  expect(begun.map(({ moduleId }) => moduleId)).toEqual([...longest, ...others].map((path) => join(repository, path)))
})
