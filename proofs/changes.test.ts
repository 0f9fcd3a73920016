import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceOnce } from '../tools/replace-once.js'
import { repository } from '../tools/throw-away-copy.js'
import { type Change, clusterMutations, mutations, testsOf } from './mutations/read-mutations.js'
import { serverWithShortTimes } from './replicas/changed-build.js'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

function apply(changes: readonly Change[]): void {
  const texts = new Map<string, string>()
  for (const { file, search, replacement } of changes)
    texts.set(file, replaceOnce(texts.get(file) ?? read(file), search, replacement))
}

test('the code that mutations change is still there, once, and so are the tests that must notice', () => {
  expect(mutations.length).toBeGreaterThan(50)
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  for (const { name, changes } of mutations) expect(() => apply(changes), name).not.toThrow()
  expect(mutations.flatMap(testsOf).filter((path) => !existsSync(join(repository, path)))).toEqual([])
})

test('the code that the proofs of several servers change is still there, once', () => {
  expect(clusterMutations.length).toBeGreaterThan(10)
  for (const { name, changes } of clusterMutations)
    expect(() => apply([...serverWithShortTimes, ...changes]), name).not.toThrow()
})
