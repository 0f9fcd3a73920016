import { expect, test } from 'vitest'
import type { Ad, Board } from '../ad.js'
import { sides } from '../currencies-and-sides.js'
import { createRandom } from '../random.js'
import { aBoard, minutesAgo, unchangedMinutesOf } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

function simulatedBoards(seed: number): Board[] {
  const random = createRandom(seed)
  const advert = (side: 'BUY' | 'SELL'): Partial<Ad> => {
    const isLie = random.chance(0.2)
    const lead = isLie ? 0.05 * random.next() : -0.004 * Math.abs(random.normal())
    const price = Math.round(4_100 * Math.exp(side === 'BUY' ? 0.004 - lead : lead - 0.004)) / 100
    const minFiat = random.pick([100, 500, 1_000, 5_000, 20_000])
    return {
      price,
      minFiat,
      maxFiat: minFiat * random.pick([1.05, 3, 10, 50]),
      stockUsdt: random.pick([null, 15, 200, 5_000]),
      completedOrders: random.pick([null, 3, 15, 60, 240, 1_900]),
      ordersBasis: random.pick(['month', 'lifetime'] as const),
      completionPct: random.pick([null, 82, 91, 96, 99, 100]),
      positivePct: random.pick([null, 90, 97, 100]),
      merchant: random.pick([null, false, true]),
      lastSeenAtMs: random.pick([null, minutesAgo(3), minutesAgo(180), minutesAgo(900)]),
      accountAgeDays: random.pick([null, 12, 700]),
      paymentMethods: random.pick([['Monobank'], ['PrivatBank', 'Monobank'], ['Wise']]),
      remarks: random.pick([null, 'fast and polite', 'write me in telegram']),
      restricted: random.chance(0.03),
    }
  }
  const exchanges = ['binance', 'bybit', 'okx', 'mexc'].slice(0, 1 + (seed % 4))
  return exchanges.flatMap((exchange) =>
    sides.map((side) =>
      aBoard(
        exchange,
        side,
        Array.from({ length: 2 + random.below(14) }, () => advert(side)),
      ),
    ),
  )
}

/** After a deliberate change of the rules: `vitest run frozen-scores --update`, and say why in the commit. */
test('the scores of ten simulated markets stay unchanged to six decimals', async () => {
  const scores = Array.from({ length: 10 }, (_, seed) => {
    const boards = simulatedBoards(seed)
    const market = judgeMarket('UAH', boards, {
      unchangedMinutes: unchangedMinutesOf(boards, (ad) => ((ad.completedOrders ?? 0) % 2 === 1 ? 90 : 0)),
    })
    return Object.fromEntries(
      market.boards.flatMap(({ ads }) => ads.map(({ ad, score }) => [ad.adId, score.toFixed(6)])),
    )
  })
  await expect(`${JSON.stringify(scores, null, 2)}\n`).toMatchFileSnapshot('./frozen-scores.json')
})
