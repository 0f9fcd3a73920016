import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packMemory, readMemory } from './sources.js'

const place = { exchange: 'okx', fiat: 'UAH', side: 'BUY' as const }
const row = (memory: Uint8Array) => ({ ...place, observed_at: 5, memory })
const known = { centre: { price: 41, atMs: 5 }, previous: null, offers: [] }

test('a memory is read as it was packed', () => {
  const memory = { ...place, ...known, observedAtMs: 5, paying: [['bybit', 250, 1, 5]] as const }
  expect(readMemory(row(packMemory(memory)))).toEqual(memory)
})

test('one of a release that kept no pairs has none', () => {
  const before = brotliCompressSync(JSON.stringify(known))
  expect(readMemory(row(before))).toEqual({ ...place, ...known, observedAtMs: 5, paying: [] })
})
