import { everyExchange, fiats, type JudgedAd, judgeMarket, keyedExchanges, type Market, sides } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator.js'
import { fetchDictionary, fetchPage, read } from '../testing/fetch-page.js'
import { fiatsWithCrossedTops, isTraded } from '../world/currencies.js'
import { simulatedExchanges, simulatedKeyedExchanges } from './all.js'

const nowMs = Date.UTC(2026, 9, 14, 11, 37)
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 41, now: () => nowMs })
})
afterAll(() => simulator.close())

test('every exchange that core reads is simulated, and no other', () => {
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort()
  expect(ids(simulatedExchanges)).toEqual(ids(everyExchange))
  expect(ids(simulatedKeyedExchanges)).toEqual(ids(keyedExchanges))
})

describe.each(everyExchange.map(({ id }) => id))('%s', (id) => {
  async function adsOf(market: Market) {
    const names = await fetchDictionary(simulator, id, market.fiat)
    const text = await fetchPage(simulator, id, market, 1, names)
    if (text === null) return null
    const reading = read(id, text, market, nowMs, names)
    if (reading.state === 'failed') return reading.fault.kind
    expect(reading.rejected).toEqual([])
    return reading.ads
  }

  test('is read whole by core in every currency, on both sides', () =>
    checkEach(fiats, async (fiat) => {
      for (const side of sides) {
        const ads = await adsOf({ fiat, side })
        if (Array.isArray(ads)) {
          expect(ads.length > 0, side).toBe(
            isTraded(id, fiat, side) && simulator.world.board({ exchange: id, fiat, side }, nowMs).length > 0,
          )
          for (const ad of ads) {
            expect(ad.paymentMethods.length).toBeGreaterThan(0)
            expect(ad.paymentMethods.filter((name: string) => /^method 2\d{3}$/.test(name))).toEqual([])
          }
        } else {
          expect(isTraded(id, fiat, side), `${fiat} ${side}: ${ads}`).toBe(false)
        }
      }
    }))

  test('shows the same advertiser and the same ad under the same ids forty minutes later', async () => {
    const later = await startSimulator({ seed: 41, now: () => nowMs + 40 * 60_000, exchanges: [id] })
    try {
      const market: Market = { fiat: 'UAH', side: 'BUY' }
      const names = await fetchDictionary(later, id, 'UAH')
      const [before, after] = [
        await adsOf(market),
        read(id, (await fetchPage(later, id, market, 1, names)) ?? '', market, nowMs, names),
      ]
      const adIds = new Set(Array.isArray(before) ? before.map((ad) => ad.adId) : [])
      const still = after.state === 'read' ? after.ads.filter((ad) => adIds.has(ad.adId)) : []
      expect(still.length).toBeGreaterThan(3)
    } finally {
      await later.close()
    }
  })
})

test('trusted sellers ask more than trusted buyers bid, on every exchange, wherever both sides share their rails', async () => {
  const client = createExchangeClient({
    exchanges: everyExchange,
    baseUrls: simulator.baseUrls,
    pace: { minIntervalMs: 0 },
    ports: { now: () => nowMs },
  })
  const compared = new Set<string>()
  for (const fiat of fiats.filter((fiat) => !fiatsWithCrossedTops.has(fiat))) {
    const { boards } = judgeMarket(fiat, (await client.fetchMarket(fiat)).boards)
    for (const { exchange, side, ads } of boards) {
      const bids = boards.find((board) => board.exchange === exchange && board.side === 'SELL')?.ads ?? []
      const [asked, bid] = [trustedMiddle(ads), trustedMiddle(bids)]
      if (side === 'SELL' || asked === null || bid === null) continue
      expect(asked, `${exchange} ${fiat}`).toBeGreaterThanOrEqual(bid)
      compared.add(exchange)
    }
  }
  await client.close()
  expect(compared.size).toBe(everyExchange.length)
})

function trustedMiddle(ads: readonly JudgedAd[]): number | null {
  const prices = ads.filter(({ trusted }) => trusted).map(({ ad }) => ad.price)
  return prices.length < 5 ? null : middle(prices)
}

const middle = (prices: readonly number[]): number =>
  [...prices].sort((a, b) => a - b)[Math.floor(prices.length / 2)] ?? 0
