import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { OfficialRateStore, RecordedRate } from './official-rate-store.js'

const aRate = (day: string, more: Partial<RecordedRate> = {}): RecordedRate => ({
  ...({ fiat: 'UAH', day, rate: 41.2525, source: 'National Bank of Ukraine', bank: 'nbu', readAtMs: 5 } as const),
  ...more,
})

export const officialRateStoreContract = (open: () => Promise<OfficialRateStore>) => {
  test('gives back every rate as it was written, those of the days asked for, the oldest first', async () => {
    const store = await open()
    const rates = [aRate('2026-11-20', { rate: 1 / 3 }), aRate('2026-11-21', { rate: 16_000.25 }), aRate('2026-11-23')]
    await store.write(rates.toReversed())
    expect(await store.readRates('UAH', '2026-11-20', '2026-11-23')).toEqual(rates)
    expect(await store.readRates('UAH', '2026-11-21', '2026-11-22')).toEqual([rates[1]])
    expect(await store.readRates('UAH', '2026-11-24', '2026-11-30')).toEqual([])
    expect(await store.readRates('EUR', '2026-11-01', '2026-11-30')).toEqual([])
    await store.write([])
  })

  test('the last rate stays, with its time', async () => {
    const store = await open()
    await store.write([aRate('2026-11-20'), aRate('2026-11-21')])
    const corrected = aRate('2026-11-21', { rate: 42, source: 'The bank, renamed', readAtMs: 9 })
    await store.write([corrected])
    expect(await store.readRates('UAH', '2026-11-01', '2026-11-30')).toEqual([aRate('2026-11-20'), corrected])
    // A clock that was wrong and then corrected.
    await store.write([aRate('2026-11-21', { readAtMs: 3 })])
    expect(await store.readRates('UAH', '2026-11-21', '2026-11-21')).toEqual([aRate('2026-11-21', { readAtMs: 3 })])
  })

  test('each bank has been read at a time of its own', async () => {
    const store = await open()
    expect(await store.lastReadMs('nbu')).toBeNull()
    await store.write([aRate('2026-11-20', { readAtMs: 7 }), aRate('2026-11-21', { readAtMs: 4 })])
    await store.write([aRate('2026-11-20', { fiat: 'EUR', bank: 'ecb', readAtMs: 8 })])
    expect(await store.lastReadMs('nbu')).toBe(7)
    expect(await store.lastReadMs('ecb')).toBe(8)
    expect(await store.lastReadMs('nbk')).toBeNull()
  })
}

export const officialRateStoreRaces = (openTwo: OpenTwo<OfficialRateStore>) => {
  test('of two who write the same days at once both succeed, and each day is there once', async () => {
    const both = await openTwo()
    const days = ['2026-11-20', '2026-11-21', '2026-11-22']
    for (let round = 0; round < 5; round++)
      await Promise.all(
        both.map((store, one) => {
          const rates = days.map((day) => aRate(day, { rate: 40 + one, readAtMs: round }))
          return store.write(one === 0 ? rates : rates.toReversed())
        }),
      )
    for (const store of both) {
      const rates = await store.readRates('UAH', '2026-11-01', '2026-11-30')
      expect(rates.map(({ day }) => day)).toEqual(days)
      for (const { rate } of rates) expect([40, 41]).toContain(rate)
    }
  })
}
