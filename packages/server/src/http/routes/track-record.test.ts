import { join } from 'node:path'
import { P2P } from '@p2p-rates/sdk'
import { expect, onTestFinished, test } from 'vitest'
import type { TrackCount } from '../../history/history-stores.js'
import { openSqliteStore } from '../../storage/sqlite/open-store.js'
import { makeFolder } from '../../testing/make-folder.js'
import { startServer, type TestServer } from '../../testing/start-server.js'

const dayMs = 86_400_000
const dayBefore = (ago: number): string => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)

async function start(dataDir: string): Promise<TestServer> {
  const running = await startServer({ dataDir, historyDays: 0, fiats: ['UAH', 'EUR'], exchanges: ['okx', 'bybit'] })
  onTestFinished(running.stop)
  return running
}

const clientOf = ({ baseUrl, keys }: TestServer) => new P2P({ baseUrl, apiKey: keys.Free })

const count = (measure: TrackCount['measure'], cases: number, held: number, facts: Partial<TrackCount> = {}) => ({
  ...({ series: 'best', confidence: 'high' } as const),
  ...{ measure, cases, held },
  ...facts,
})

test('a server counts its best prices, and has the counts after a restart', async () => {
  const dataDir = join(makeFolder(), 'data')
  const first = await start(dataDir)
  await first.stop()
  const { all, by_fiat, by_exchange } = await clientOf(await start(dataDir)).trackRecord()
  expect(all).toMatchObject({ published: 4, next_look: { cases: 0, count: 0, share_pct: null } })
  expect(by_fiat.map(({ fiat, published }) => [fiat, published])).toEqual([
    ['EUR', 2],
    ['UAH', 2],
  ])
  expect(by_exchange.map(({ exchange }) => exchange).toSorted()).toEqual(['bybit', 'okx'])
})

test('counts are added up by confidence, exchange, currency and day; a share needs 100 cases', async () => {
  const dataDir = join(makeFolder(), 'data')
  const store = openSqliteStore(dataDir)
  await store.track.saveTrackDays([
    { fiat: 'UAH', day: dayBefore(40), counts: [count('published', 1_000, 1_000)] },
    {
      fiat: 'UAH',
      day: dayBefore(9),
      counts: [
        ...[count('published', 60, 60), count('next', 60, 45), count('bait', 99, 3)],
        ...[count('next', 5, 0, { confidence: 'low' }), count('next', 7, 7, { series: 'okx' })],
      ],
    },
    { fiat: 'EUR', day: dayBefore(8), counts: [count('next', 40, 40), count('next', 8, 1, { series: 'gone' })] },
  ])
  await store.close()
  const p2p = clientOf(await start(dataDir))
  const { all, by_day, by_confidence, recorded_from } = await p2p.trackRecord({ days: 10 })
  expect(recorded_from).toBe(dayBefore(9))
  expect(all).toMatchObject({
    next_look: { cases: 105, count: 85, share_pct: 80.95 },
    bait: { cases: 99, count: 3, share_pct: null },
  })
  expect(by_day.slice(0, 2).map(({ day, next_look }) => [day, next_look.cases])).toEqual([
    [dayBefore(9), 65],
    [dayBefore(8), 40],
  ])
  expect(by_confidence.at(-1)).toMatchObject({ confidence: 'low', next_look: { cases: 5, count: 0 } })

  const uah = await p2p.trackRecord({ fiat: 'UAH', days: 10, exchange: 'okx' })
  expect(uah.all.next_look).toEqual({ cases: 7, count: 7, share_pct: null })
  expect(uah.by_exchange).toHaveLength(1)
  const high = await p2p.trackRecord({ days: 10, confidence: 'high' })
  expect(high.all.next_look.cases).toBe(100)
  const eur = await p2p.trackRecord({ fiat: 'EUR', days: 10 })
  expect(eur.by_exchange.map(({ exchange }) => exchange)).not.toContain('gone')
  expect((await p2p.trackRecord({ days: 90 })).recorded_from).toBe(dayBefore(40))
})
