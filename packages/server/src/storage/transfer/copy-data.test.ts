import { createRandom } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import type { Column } from '../tables.js'
import { createTableDigest } from './copy-data.js'

const text: Column = { kind: 'text', type: 'text' }
const table = { name: 'thing', data: new Map(Object.entries({ a: text, b: text })) }

const proofOf = (...pages: readonly (readonly SqlRow[])[]) => {
  const digest = createTableDigest(table)
  for (const page of pages) digest.add(page)
  return digest.proof()
}
const digestOf = (...values: readonly (readonly [SqlValue, SqlValue])[]) =>
  proofOf(values.map(([a, b]) => ({ a, b }))).digest

const seed = Number(process.env.SEED)

test('rows have one digest, for any pages and any additional columns', () => {
  const rows: readonly SqlRow[] = [
    { a: 'x', b: null },
    { b: new Uint8Array([1]), a: 5 },
  ]
  const { digest } = proofOf(rows)
  expect(proofOf(rows)).toEqual({ table: 'thing', rows: 2, digest })
  expect(proofOf([], rows.slice(0, 1), [], rows.slice(1)).digest).toBe(digest)
  expect(proofOf(rows.map((row) => ({ rowid: 7, ...row }))).digest).toBe(digest)
  expect(() => proofOf([{ a: 'x' }])).toThrow('A row of thing has no b.')
})

test('nothing moves from one value to the next, and no kind passes for another', () => {
  const digests = [
    digestOf(['ab', 'c']),
    digestOf(['a', 'bc']),
    digestOf(['', 'abc']),
    digestOf([null, 'abc']),
    digestOf(['null', 'abc']),
    digestOf(['5', '']),
    digestOf([5, '']),
    digestOf([new Uint8Array([53]), '']),
    digestOf([null, null]),
    digestOf(['', null]),
    digestOf([new Uint8Array(), null]),
    digestOf(['a', 'string 1\nb']),
    digestOf(['a', 'b'], ['c', 'd']),
    digestOf(['c', 'd'], ['a', 'b']),
    digestOf(),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})

test('rows that differ anywhere have another digest', () => {
  const { below, pick } = createRandom(seed)
  const value = (): SqlValue => pick([null, below(3), 'ab'.slice(below(3)), Uint8Array.of(below(2))])
  const seen = new Map<string, string>()
  for (let time = 0; time < 2_000; time += 1) {
    const rows = Array.from({ length: below(3) }, () => [value(), value()] as const)
    const words = JSON.stringify(rows.map((row) => row.map((one) => [one instanceof Uint8Array, one])))
    const digest = digestOf(...rows)
    expect(seen.get(digest) ?? words).toBe(words)
    seen.set(digest, words)
  }
})
