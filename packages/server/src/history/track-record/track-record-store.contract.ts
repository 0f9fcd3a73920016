import { expect, test } from 'vitest'
import type { TrackDay, TrackRecordStore } from '../history-stores.js'
import { aTrackDay } from './testing/a-track-day.js'

const all = (store: TrackRecordStore, fiat: string | null = null): Promise<readonly TrackDay[]> =>
  store.readTrackDays(fiat, '2026-01-01', '2026-12-31')

export const trackRecordStoreContract = (open: () => Promise<TrackRecordStore>) => {
  test('returns the stored counts, of one currency or of all, oldest first', async () => {
    const store = await open()
    const [one, two, other] = [aTrackDay({ day: '2026-11-22' }), aTrackDay(), aTrackDay({ fiat: 'EUR', counts: [] })]
    await store.saveTrackDays([one, two, other])
    expect(await all(store)).toEqual([other, two, one])
    expect(await all(store, 'UAH')).toEqual([two, one])
    expect(await store.readTrackDays('UAH', '2026-11-22', '2026-11-22')).toEqual([one])
    expect(await all(store, 'GEL')).toEqual([])
  })

  test('replaces a day that is stored again', async () => {
    const store = await open()
    await store.saveTrackDays([aTrackDay()])
    await store.saveTrackDays([aTrackDay({ counts: [] })])
    expect(await all(store)).toEqual([aTrackDay({ counts: [] })])
  })

  test('forgets the days before a day', async () => {
    const store = await open()
    await store.saveTrackDays(['2026-11-19', '2026-11-20', '2026-11-21'].map((day) => aTrackDay({ day })))
    expect(await store.forgetBefore('2026-11-21')).toBe(2)
    expect(await store.forgetBefore('2026-11-21')).toBe(0)
    expect(await all(store)).toEqual([aTrackDay()])
  })
}
