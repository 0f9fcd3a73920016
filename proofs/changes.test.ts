import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceOnce } from '../tools/replace-once.js'
import { repository } from '../tools/throw-away-copy.js'
import { mutations } from './mutations/all.js'
import type { Change } from './replicas/changed-build.js'
import { clusterMutations } from './replicas/mutations.js'
import { serverWithShortTimes } from './replicas/server-with-short-times.js'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

function apply(changes: readonly Change[]): void {
  const texts = new Map<string, string>()
  for (const { file, search, replacement } of changes)
    texts.set(file, replaceOnce(texts.get(file) ?? read(file), search, replacement))
}

test('the code that mutations change is still there, once, and so are the tests that must notice', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  for (const mutation of mutations) expect(() => apply([mutation]), mutation.name).not.toThrow()
  const missing = mutations.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(repository, path)))
  expect(missing).toEqual([])
})

test('the code that the proofs of several servers change is still there, once', () => {
  for (const { name, changes } of clusterMutations)
    expect(() => apply([...serverWithShortTimes, ...changes]), name).not.toThrow()
})
