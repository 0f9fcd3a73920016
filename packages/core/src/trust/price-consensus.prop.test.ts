import { ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { type Ad, judgeMarket, rates } from '../index.js'
import { anyAd, anyBoard, anyMarket, boardOf, honestAd } from '../testing/any-market.js'
import { property } from '../testing/property.js'

const near = (a: number, b: number) => Math.abs(Math.log(a / b))
const noise = 1e-9

const honestPrices = fc.uniqueArray(fc.integer({ min: 4_130, max: 4_190 }), { minLength: 12, maxLength: 20 })
const honestBoard = honestPrices.map((cents) => cents.map((cent, at) => honestAd(`honest ${at}`, 'BUY', cent / 100)))

const anyPrice = fc.double({ min: 30, max: 60, noNaN: true })
const bestOf = (ads: readonly Ad[]) =>
  rates(judgeMarket('UAH', [boardOf('binance', 'BUY', ads)])).bestBuy?.price ?? null

property(
  7,
  'no trusted price is ahead of its centre by more than the gate, never more than 6 %; others bound the centre',
  (runs) => {
    fc.assert(
      fc.property(anyMarket, (boards) => {
        for (const { ads, consensus } of judgeMarket('UAH', boards).boards) {
          if (consensus === null) continue
          ok(consensus.gate <= 0.06 && consensus.gate >= 0.01, `gate ${consensus.gate}`)
          for (const { ad, trusted } of ads) {
            const lead = Math.log(consensus.price / ad.price) * (ad.side === 'BUY' ? 1 : -1)
            ok(!trusted || lead < consensus.gate + noise, `${ad.adId} leads by ${lead}`)
          }
        }
      }),
      runs,
    )
    fc.assert(
      fc.property(
        fc.array(anyPrice, { maxLength: 20 }),
        fc.double({ min: 35, max: 48, noNaN: true }),
        (wild, market) => {
          const others = ['bybit', 'okx', 'mexc'].map((exchange) =>
            boardOf(
              exchange,
              'BUY',
              [-2, -1, 0, 1, 2].map((step) => honestAd(`${exchange} ${step}`, 'BUY', market * (1 + step / 1000))),
            ),
          )
          const own = boardOf(
            'binance',
            'BUY',
            wild.map((price, at) => honestAd(`wild ${at}`, 'BUY', price)),
          )
          const centre = judgeMarket('UAH', [own, ...others]).boards[0]?.consensus
          const reach = Math.max(0.015, 2 * (centre?.spread ?? 0))
          ok(reach <= 0.05)
          ok(near(centre?.price ?? 0, market) <= reach + 0.002, `${centre?.price} of ${market}`)
        },
      ),
      runs,
    )
  },
)

property(
  8,
  'liars with less than 40 % of the weight leave the centre among honest prices and the best price at the gate',
  (runs) =>
    fc.assert(
      fc.property(honestBoard, fc.array(anyPrice, { maxLength: 20 }), (honest, wild) => {
        // All weigh the same, so counts are weights.
        const lies = wild
          .slice(0, Math.floor(honest.length * 0.39))
          .map((price, at) => honestAd(`liar ${at}`, 'BUY', price))
        const prices = honest.map(({ price }) => price)
        const [board] = judgeMarket('UAH', [boardOf('binance', 'BUY', [...honest, ...lies])]).boards
        const { price = 0, gate = 0 } = board?.consensus ?? {}
        ok(price >= Math.min(...prices) - noise && price <= Math.max(...prices) + noise, `centre ${price}`)
        const best = bestOf([...honest, ...lies])
        ok(best === null || Math.log(price / best) < gate + noise, `best ${best}`)
      }),
      runs,
    ),
)

property(9, 'one advertiser has one voice, however many ads he posts', (runs) =>
  fc.assert(
    fc.property(
      anyBoard('binance', 'BUY'),
      fc.nat(),
      fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { maxLength: 8 }),
      (board, pick, factors) => {
        const voter = board.ads[pick % Math.max(1, board.ads.length)]
        if (voter === undefined) return
        const more = factors.map((factor, at): Ad => {
          const price = voter.price * factor
          return {
            ...voter,
            adId: `again ${at}`,
            price,
            minFiat: voter.minFiat * factor,
            maxFiat: voter.maxFiat * factor,
          }
        })
        const alone = judgeMarket('UAH', [board]).boards[0]?.consensus
        const cluster = judgeMarket('UAH', [{ ...board, ads: [...board.ads, ...more] }]).boards[0]?.consensus
        strictEqual(cluster?.price, alone?.price)
        strictEqual(cluster?.weight, alone?.weight)
      },
    ),
    runs,
  ),
)

property(10, 'a worse ad leaves the best price of an honest board where it is, in more than 99 % of cases', (runs) => {
  const contexts = fc.sample(
    fc.tuple(honestBoard, fc.double({ min: 0, max: 0.02, noNaN: true }), anyAd('binance', 'BUY', 'newcomer')),
    { seed: runs.seed, numRuns: Math.max(200, runs.numRuns) },
  )
  const moved = contexts.filter(([honest, worse, newcomer]) => {
    const best = bestOf(honest)
    if (best === null) return false
    const price = best * (1 + worse) + 0.001
    const factor = price / newcomer.price
    const late = { ...newcomer, price, minFiat: newcomer.minFiat * factor, maxFiat: newcomer.maxFiat * factor }
    return bestOf([...honest, late]) !== best
  })
  ok(moved.length < contexts.length / 100, `${moved.length} of ${contexts.length} moved`)
})
