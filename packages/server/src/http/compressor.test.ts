import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { createCompressor } from './encodings.js'

const text = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index, price: index / 7 }))))

test('decompressed text is the same, compressed text smaller, and brotli only if it is smaller still', async () => {
  const [gzip, br, ...more] = (await createCompressor(createFakeClock()).compress(text)) ?? []
  expect([gzip?.encoding, br?.encoding, more]).toEqual(['gzip', 'br', []])
  expect(gunzipSync(gzip?.body ?? '')).toEqual(text)
  expect(brotliDecompressSync(br?.body ?? '')).toEqual(text)
  expect(gzip?.body.length).toBeLessThan(text.length)
  expect(br?.body.length).toBeLessThan(gzip?.body.length ?? 0)
})

test('what only grows is not kept', async () => {
  expect(await createCompressor(createFakeClock()).compress(randomBytes(4_000))).toEqual([])
})

test('one runs at a time, and rests as long as it worked', async () => {
  const clock = createFakeClock()
  const compressor = createCompressor(clock)
  const first = compressor.compress(text)
  expect(compressor.compress(text)).toBeNull()
  clock.advance(80)
  await first
  expect(compressor.compress(text)).toBeNull()
  clock.advance(79)
  expect(compressor.compress(text)).toBeNull()
  clock.advance(1)
  expect(compressor.compress(text)).not.toBeNull()
})

test('the event loop goes on while it works', async () => {
  const compressor = createCompressor(createFakeClock())
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await compressor.compress(Buffer.alloc(2_000_000, text))
  clearImmediate(next)
  expect(turns).toBeGreaterThan(10)
})
