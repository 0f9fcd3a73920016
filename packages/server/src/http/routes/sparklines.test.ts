import type { History, Sparklines } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../testing/start-server.js'

test('one answer has the last day of every exchange, as the history of each has it', async () => {
  const running = await startServer({ historyDays: 2, fiats: ['UAH'], exchanges: ['okx', 'bybit'] })
  onTestFinished(() => running.stop())
  const ask = async <Answer>(path: string) => {
    const answer = await fetch(`${running.url}/web/v1${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as Answer
  }
  const { fiat, exchanges } = await ask<Sparklines>('/sparklines?fiat=UAH')
  expect([fiat, exchanges.map(({ exchange }) => exchange).toSorted()]).toEqual(['UAH', ['bybit', 'okx']])
  for (const { exchange, points } of exchanges) {
    const history = await ask<History>(`/history?exchange=${exchange}&fiat=UAH&max_points=96`)
    expect(points.length).toBeGreaterThan(50)
    expect(points).toEqual(history.points.map(({ t, buy }) => ({ t, buy })))
  }
})
