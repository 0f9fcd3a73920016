import { createHash } from 'node:crypto'
import { fixings as endpoint } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { type Fixing, type Fixings, UsageError, verifyFixings } from './index.js'

/** As a server makes them, by other means. */
function chain(count: number, fiat = 'UAH'): Fixings {
  const fixings: Fixing[] = []
  for (let number = 1; number <= count; number++) {
    const day = new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10)
    const facts = {
      ...{ number, day, value: 41 + number / 1000, sources: 5, slots: 12, method: 'index-1' },
      made_at: `${day}T12:40:00.000Z`,
      correction: number % 7 === 0 ? 'A clock was wrong: “a” \u202e' : null,
      previous_digest: fixings.at(-1)?.digest ?? null,
    }
    const later = {
      ...(number > 10 && { inputs_digest: createHash('sha256').update(day).digest('hex') }),
      ...(number > 10 && number < 16 && { method_next: { method: 'fixing-2', value: null } }),
      ...(number > 24 && { usdt_usd: { observed_at: `${day}T12:15:00.000Z`, rate: 0.9998, source: 'Kraken' } }),
      ...(number === 20 && { withheld: ['okx', 'bybit'] }),
    }
    const content = { asset: 'USDT', fiat, confidence: 'high', ...facts, ...later }
    const names = Object.keys(content).toSorted() as (keyof typeof content)[]
    const text = `{${names.map((name) => `"${name}":${JSON.stringify(content[name])}`).join(',')}}`
    fixings.push({
      ...{ ...facts, withheld: null, method_next: null, inputs_digest: null, usdt_usd: null, ...later },
      confidence: { level: 'high', reasons: null },
      digest: createHash('sha256').update(text).digest('hex'),
    })
  }
  return { asset: 'USDT', fiat, from: '2026-01-01', to: '2026-12-31', fixings }
}
const whole = chain(30)
const last = whole.fixings.at(-1)?.digest ?? ''
const withLinks = (fixings: readonly Fixing[]): Fixings => ({ ...whole, fixings })
const changed = (number: number, change: Partial<Fixing>) =>
  withLinks(whole.fixings.map((fixing) => (fixing.number === number ? { ...fixing, ...change } : fixing)))

test('a chain as it was made is sound and complete', async () => {
  expect(await verifyFixings(whole)).toEqual({
    ...{ valid: true, complete: true, faults: [], lost: [], entries: 30, digest: last },
  })
  expect(await verifyFixings(withLinks([]))).toMatchObject({ valid: true, complete: true, entries: 0, digest: null })
})

test('the example of the contract is a link that holds', async () => {
  expect(await verifyFixings(endpoint.example)).toMatchObject({ valid: true, entries: 1 })
})

test('the order of answers does not matter, nor do duplicates in two of them', async () => {
  const parts = [whole.fixings.slice(10), whole.fixings.slice(0, 15).toReversed()].map(withLinks)
  expect(await verifyFixings(parts)).toEqual(await verifyFixings(whole))
})

describe('whatever is changed is found', () => {
  const other: Partial<Fixing>[] = [
    { value: 41.5 },
    { day: '2026-02-01' },
    { confidence: { level: 'low', reasons: null } },
    { sources: 6 },
    { slots: 11 },
    { method: 'index-2' },
    { made_at: '2026-01-04T12:41:00.000Z' },
    { correction: '' },
    { withheld: ['okx'] },
    { method_next: { method: 'index-2', value: 41 } },
    { inputs_digest: last },
    { usdt_usd: { rate: 0.9998, source: 'Kraken', observed_at: '2026-01-04T12:15:00.000Z' } },
    { digest: last },
  ]
  test('each change of a fixing', () =>
    checkEach(other, async (change) => {
      const { valid, faults } = await verifyFixings(changed(4, change))
      expect(valid).toBe(false)
      expect(faults).toContainEqual(expect.objectContaining({ number: 4, fault: 'changed' }))
    }))

  test('also by an attacker who recomputes the digest of forged content', async () => {
    const forged = chain(30).fixings.map((fixing) => ({ ...fixing, value: fixing.number === 4 ? 40 : fixing.value }))
    const remade = await verifyFixings(withLinks(forged))
    expect(remade.faults).toEqual([{ number: 4, day: '2026-01-04', fault: 'changed' }])
    const ofAnother = chain(4, 'UAH').fixings[3] as Fixing
    const { asset, fiat } = whole
    const noLater = { withheld: undefined, method_next: undefined, inputs_digest: undefined, usdt_usd: undefined }
    const absent = { digest: undefined, ...noLater }
    const content = { asset, ...ofAnother, confidence: 'high', fiat, value: 40, ...absent }
    const text = JSON.stringify(Object.fromEntries(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    const digest = createHash('sha256').update(text).digest('hex')
    const { faults } = await verifyFixings(changed(4, { value: 40, digest }))
    expect(faults).toEqual([{ number: 5, day: '2026-01-05', fault: 'unchained' }])
  })

  test('a known digest may be shortened to 12 digits, and must be one', async () => {
    const digest = whole.fixings[3]?.digest ?? ''
    for (const known of [digest.slice(0, 12), digest.slice(0, 12).toUpperCase(), digest.slice(0, 40)])
      expect(await verifyFixings(whole, { known: [known] })).toMatchObject({ valid: true, lost: [] })
    const other = `${digest[0] === '0' ? '1' : '0'}${digest.slice(1, 12)}`
    expect(await verifyFixings(whole, { known: [other] })).toMatchObject({ valid: false, lost: [other] })
    for (const strange of [digest.slice(0, 11), `${digest}0`, 'not a digest'])
      await expect(verifyFixings(whole, { known: [strange] })).rejects.toThrow('64 hex digits')
  })

  test('a chain rebuilt from the start lacks the known digest of the old one', async () => {
    const anew = chain(30, 'EUR')
    expect(await verifyFixings(anew)).toMatchObject({ valid: true })
    expect(await verifyFixings(anew, { known: [last] })).toMatchObject({ valid: false, lost: [last], faults: [] })
    expect(await verifyFixings(whole, { known: [last, whole.fixings[3]?.digest ?? ''] })).toMatchObject({ valid: true })
  })

  test('two of one number, and a chain that begins twice', async () => {
    const twin = { ...(whole.fixings[2] as Fixing), value: 1 }
    expect((await verifyFixings(withLinks([...whole.fixings, twin]))).faults).toContainEqual({
      ...{ number: 3, day: '2026-01-03', fault: 'twice' },
    })
    const { faults } = await verifyFixings(changed(1, { previous_digest: last }))
    expect(faults.map(({ fault }) => fault)).toEqual(['changed', 'unchained'])
  })
})

test('a part of a chain is sound for itself, and said to be no more', async () => {
  expect(await verifyFixings(withLinks(whole.fixings.slice(5, 12)))).toMatchObject({ valid: true, complete: false })
  const holed = withLinks(whole.fixings.filter(({ number }) => number !== 9))
  expect(await verifyFixings(holed)).toMatchObject({ valid: true, complete: false, entries: 29 })
})

test('two currencies are two chains', async () => {
  await expect(verifyFixings([whole, chain(2, 'EUR')])).rejects.toThrow(UsageError)
})
