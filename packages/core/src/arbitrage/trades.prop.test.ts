import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { fillAmount } from '../book/plan-trades.js'
import { type Ad, judgeMarket, type Opportunity, opportunities, rates, type Side } from '../index.js'
import { anyMarket, boardOf, honestAd } from '../testing/any-market.js'
import { property } from '../testing/property.js'

const close = (a: number, b: number, scale = Math.max(1, Math.abs(a), Math.abs(b))) =>
  ok(Math.abs(a - b) <= scale * 1e-9, `${a} is not ${b}`)

const amount = fc.double({ min: 100, max: 300_000, noNaN: true })
const fee = fc.double({ min: 0, max: 20, noNaN: true })

const seasoned = (at: readonly number[], side: Side, width = 100): Ad[] =>
  at.map((price, index) => honestAd(`${side} ${index}`, side, price, { minFiat: 500, maxFiat: 500 * width }))

const crossing = fc
  .record({ low: prices(41, 41.4), high: prices(41.2, 41.6), width: fc.integer({ min: 2, max: 100 }) })
  .map(({ low, high, width }) => {
    const ads = (at: readonly number[], side: Side) => seasoned(at, side, width)
    return [
      boardOf('binance', 'BUY', ads(low, 'BUY')),
      boardOf(
        'binance',
        'SELL',
        ads(
          low.map((price) => price - 0.3),
          'SELL',
        ),
      ),
      boardOf(
        'okx',
        'BUY',
        ads(
          high.map((price) => price + 0.3),
          'BUY',
        ),
      ),
      boardOf('okx', 'SELL', ads(high, 'SELL')),
    ]
  })

function prices(min: number, max: number) {
  return fc.array(fc.double({ min, max, noNaN: true }), { minLength: 1, maxLength: 12 })
}

function checkOpportunity(found: Opportunity, amountFiat: number, feeUsdt: number) {
  const { buyPrice, sellPrice, netProfit, netProfitPct, grossSpreadPct, buyLimits, sellLimits, buyFills, sellFills } =
    found
  const out = (amountFiat / buyPrice - feeUsdt) * sellPrice
  close(netProfit, out - amountFiat, amountFiat)
  close(netProfitPct, (100 * netProfit) / amountFiat)
  close(grossSpreadPct, 100 * (sellPrice / buyPrice - 1))
  ok(grossSpreadPct > 0 && found.buyExchange !== found.sellExchange)
  strictEqual(Math.sign(netProfit), Math.sign(netProfitPct))
  if (feeUsdt === 0) close(netProfitPct, grossSpreadPct, 100)
  const inside = (fiat: number, [min, max]: readonly [number, number]) =>
    ok(fiat >= min * (1 - 1e-9) && fiat <= max * (1 + 1e-9), `${fiat} outside ${min} to ${max}`)
  inside(amountFiat, buyLimits)
  inside(out, sellLimits)
  for (const { ad, fiat } of [...buyFills, ...sellFills]) inside(fiat, [ad.minFiat, ad.maxFiat])
  ok(buyFills.length <= 3 && sellFills.length <= 3)
}

property(
  12,
  'the best price is the best of all exchanges, has ads behind it, and stands in the book as trusted',
  (runs) =>
    fc.assert(
      fc.property(anyMarket, (boards) => {
        const market = judgeMarket('UAH', boards)
        const { bestBuy, bestSell, exchanges } = rates(market)
        const buys = exchanges.flatMap(({ buy }) => buy ?? [])
        const sells = exchanges.flatMap(({ sell }) => sell ?? [])
        strictEqual(bestBuy?.price, buys.length === 0 ? undefined : Math.min(...buys))
        strictEqual(bestSell?.price, sells.length === 0 ? undefined : Math.max(...sells))
        for (const { exchange, buy, buyAds, sell, sellAds } of exchanges) {
          ok((buy !== null) === buyAds > 0 && (sell !== null) === sellAds > 0)
          for (const [side, price] of [
            ['BUY', buy],
            ['SELL', sell],
          ] as const) {
            const board = market.boards.find((one) => one.exchange === exchange && one.side === side)
            ok(price === null || board?.ads.some(({ ad, trusted }) => trusted && ad.price === price))
          }
        }
      }),
      runs,
    ),
)

property(
  13,
  'an opportunity can be recomputed, keeps to all limits, shrinks with the fee and is the same on twin exchanges',
  (runs) => {
    fc.assert(
      fc.property(
        fc.oneof(anyMarket, crossing),
        amount,
        fc.oneof(fc.constant(0), fee),
        (boards, amountFiat, feeUsdt) => {
          const found = opportunities(judgeMarket('UAH', boards), { amountFiat, feeUsdt })
          ok(found.length <= 30)
          for (const one of found) checkOpportunity(one, amountFiat, feeUsdt)
          const profits = found.map(({ netProfit }) => netProfit)
          deepStrictEqual(
            profits,
            profits.toSorted((a, b) => b - a),
          )
        },
      ),
      runs,
    )
    // Widen the limits, because a higher transfer fee could otherwise fit an ad with a low maximum.
    fc.assert(
      fc.property(crossing, fee, fee, (boards, a, b) => {
        const wide = boards.map((board) => ({
          ...board,
          ads: board.ads.map((ad) => ({ ...ad, minFiat: 0, maxFiat: 1_000_000 })),
        }))
        const net = (feeUsdt: number) =>
          opportunities(judgeMarket('UAH', wide), { amountFiat: 50_000, feeUsdt })[0]?.netProfit ?? 0
        ok(net(Math.max(a, b)) <= net(Math.min(a, b)))
      }),
      runs,
    )
    fc.assert(
      fc.property(prices(41, 41.4), prices(41.2, 41.6), amount, fee, (low, high, amountFiat, feeUsdt) => {
        const twins = ['binance', 'okx'].flatMap((id) => [
          boardOf(id, 'BUY', seasoned(low, 'BUY')),
          boardOf(id, 'SELL', seasoned(high, 'SELL')),
        ])
        const found = opportunities(judgeMarket('UAH', twins), { amountFiat, feeUsdt })
        fc.pre(found.length > 0)
        strictEqual(found.length, 2)
        strictEqual(found[0]?.netProfit, found[1]?.netProfit)
      }),
      runs,
    )
  },
)

property(14, 'a larger amount never gets a better price, and inside the first ad it gets that ad', (runs) =>
  fc.assert(
    fc.property(
      prices(40, 42),
      fc.constantFrom<Side>('BUY', 'SELL'),
      fc.array(amount, { minLength: 2, maxLength: 2 }),
      fc.constantFrom('fiat' as const, 'usdt' as const),
      (at, side, amounts, unit) => {
        const sorted = at.toSorted((a, b) => (side === 'BUY' ? a - b : b - a))
        const ads = sorted.map((price, index) =>
          honestAd(`${index}`, side, price, { minFiat: 0, maxFiat: 20_000 + 997 * index }),
        )
        const price = (value: number) => {
          const free = { transferFeeUsdt: 0, tradeWorthUsdt: 0 }
          const fills = fillAmount(ads, side, { unit, value: unit === 'fiat' ? value : value / 41 }, free)
          if (fills === null) return null
          const sum = (of: 'fiat' | 'usdt') => fills.reduce((total, fill) => total + fill[of], 0)
          return sum('fiat') / sum('usdt')
        }
        const [small, large] = [price(Math.min(...amounts)), price(Math.max(...amounts))]
        ok(small !== null || large === null)
        if (small !== null && large !== null) ok(side === 'BUY' ? large >= small - 1e-9 : large <= small + 1e-9)
        close(price(15_000) ?? 0, sorted[0] ?? 0)
      },
    ),
    runs,
  ),
)
