import type { Seasonality } from '@p2p-rates/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { startServerAt, type TestServer } from '../../testing/start-server.js'

const dayMs = 86_400_000

describe('a server with 60 days behind it', () => {
  let running: TestServer<ReturnType<typeof createFakeClock>>
  const ask = async (query: Readonly<Record<string, string>>, plan: 'Starter' | 'Pro' | 'Business' = 'Business') => {
    const path = `/seasonality?${new URLSearchParams(query)}`
    const answer = await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys[plan] } })
    return { etag: answer.headers.get('ETag'), body: (await answer.json()) as Seasonality }
  }
  const countsOf = ({ weekdays }: Seasonality) => weekdays.flatMap(({ hours }) => hours.map(({ count }) => count))
  beforeAll(async () => {
    running = await startServerAt({ historyDays: 60, clock: createFakeClock(Date.now()) })
  })
  afterAll(() => running.stop())

  test('every hour of the week is there, Monday first, with a figure and its weeks', async () => {
    const { body } = await ask({ fiat: 'EUR', tz: 'Asia/Kolkata', side: 'sell' })
    expect(body).toMatchObject({ asset: 'USDT', fiat: 'EUR', side: 'SELL', tz: 'Asia/Kolkata' })
    expect(body.weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const { hours } of body.weekdays) expect(hours.map(({ hour }) => hour)).toEqual([...Array(24).keys()])
    expect(countsOf(body).every((count) => count >= 6 && count <= 9)).toBe(true)
    expect(body.noise_pct).toBeGreaterThan(0)
  })

  test('a plan sees as much of the past as its history, and none of it from another’s answer', async () => {
    const [starter, pro, business] = [
      (await ask({}, 'Starter')).body,
      (await ask({}, 'Pro')).body,
      (await ask({}, 'Business')).body,
    ]
    for (const { from_at, to_at } of [starter, pro]) expect(Date.parse(to_at) - Date.parse(from_at)).toBe(30 * dayMs)
    expect(starter).toEqual(pro)
    expect(Math.round((Date.parse(business.to_at) - Date.parse(business.from_at)) / dayMs)).toBe(60)
    expect(Math.max(...countsOf(pro))).toBeLessThanOrEqual(4)
    expect(Math.min(...countsOf(business))).toBeGreaterThanOrEqual(6)
  })

  test('another zone has the same hours at another place', async () => {
    const [utc, kolkata, later] = await Promise.all(
      ['UTC', 'Asia/Kolkata', 'Etc/GMT-3'].map(async (tz) => (await ask({ tz })).body),
    )
    const flat = (answer: Seasonality | undefined) =>
      answer?.weekdays.flatMap(({ hours }) => hours.map(({ delta_pct: delta }) => delta)) ?? []
    const shifted = flat(utc)
    expect(flat(later)).toEqual([...shifted.slice(-3), ...shifted.slice(0, -3)])
    expect(flat(kolkata)).not.toEqual(shifted)
  })

  test('it is the same answer for an hour', async () => {
    const { etag } = await ask({ tz: 'Europe/Warsaw' })
    expect((await ask({ tz: 'Europe/Warsaw' })).etag).toBe(etag)
    running.clock.advance(3_600_000)
    expect((await ask({ tz: 'Europe/Warsaw' })).etag).not.toBe(etag)
  })
})
