import { arbitrage, type WireOpportunity } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createTimes } from '../../formats/times-and-zones.js'
import { renderPart } from '../../testing/render-part.js'
import { ArbitrageRoutesTable } from './arbitrage-routes-table.js'
import { BestTrip } from './best-trip.js'

const [trip] = arbitrage.example.opportunities
if (trip === undefined) throw new Error('The example has no trip.')

const open = async (since: string | null | undefined) => {
  const { since: _, ...bare } = trip
  const one = since === undefined ? bare : { ...bare, since }
  const page = await renderPart(<ArbitrageRoutesTable caption="" trips={[one]} fiat="UAH" feeUsdt={1} />)
  return page.container
}

test('a trip says since when it has been paying, by the clock of the reader: today the time, else the day', async () => {
  const times = createTimes('en', 'local')
  const nowMs = (await renderPart(null)).services.serverClock.now()
  for (const [sinceMs, said] of [
    [nowMs, times.clock(nowMs)],
    [nowMs - 2 * 86_400_000, times.day(nowMs - 2 * 86_400_000)],
  ] as const) {
    const place = await open(new Date(sinceMs).toISOString())
    const time = place.querySelector('time')
    expect(time?.parentElement?.textContent).toBe(`profitable since ${said}`)
    expect([time?.dateTime, time?.title]).toEqual([new Date(sinceMs).toISOString(), times.full(sinceMs)])
  }
})

test.each([null, undefined])('an unprofitable pair, or an older server, shows no start (%s)', async (since) => {
  expect((await open(since)).textContent).not.toContain('profitable since')
})

test('a leg of low or medium confidence is flagged in words, next to its price and with reasons at the best trip', async () => {
  const confidence = {
    buy: { level: 'medium', reasons: ['exchanges_missing'] },
    sell: { level: 'low', reasons: ['ahead_of_others'] },
  }
  const doubted = { ...trip, confidence }
  const { container } = await renderPart(<ArbitrageRoutesTable caption="" trips={[doubted]} fiat="UAH" feeUsdt={1} />)
  const textOf = (heading: string) => container.querySelector(`td[data-heading^="${heading}"]`)?.textContent
  expect(textOf('Buy at')).toMatch(/medium confidence$/)
  expect(textOf('Sell at')).toMatch(/low confidence$/)
  expect((await open(null)).textContent).not.toContain('confidence')
  const answer = { ...arbitrage.example, opportunities: [doubted] }
  expect((await renderPart(<BestTrip answer={answer} />)).container.textContent).toMatch(
    /Price to sell on Bybit: Confidence low.*No other exchange comes near the best price\./,
  )
})

test('with the fee of the cheapest network, a trip names it, and says if none is known', async () => {
  const open = { state: 'open', network: 'TRC20', fee_usdt: 1.5, least_usdt: 10 } as const
  const known = {
    ...open,
    closed_networks: [],
    observed_at: '2026-11-21T10:05:12.000Z',
    source: 'manual',
    stale: false,
  } as const
  const none = { ...known, network: null, fee_usdt: 1, observed_at: null, source: null, stale: null }
  const cases: readonly (readonly [WireOpportunity['transfer'], string])[] = [
    [known, 'by TRC20, 1.5 USDT'],
    [{ ...known, stale: true }, 'by TRC20, 1.5 USDT, an old figure'],
    [{ ...none, state: 'closed' as const }, 'all known networks are closed; 1 USDT assumed'],
    [{ ...none, state: 'unknown' as const }, 'no network with a known fee; 1 USDT assumed'],
  ]
  for (const [transfer, said] of cases) {
    const trips = [{ ...trip, ...(transfer && { transfer }) }]
    const page = await renderPart(<ArbitrageRoutesTable caption="" trips={trips} fiat="UAH" feeUsdt={1} />)
    expect(page.container.textContent).toContain(said)
  }
})
