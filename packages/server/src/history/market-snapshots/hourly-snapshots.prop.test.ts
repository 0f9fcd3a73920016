import { inflateRawSync } from 'node:zlib'
import { type Formula, formulaPrice, judgeForMethods, plainArithmetic } from '@p2p-rates/core'
import { createRandom, pointOfMarket, seedFor } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createMovingMarket, startMs } from '../archive/testing/moving-market.js'
import { compressMarket, decompressMarket } from './hourly-snapshots.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 8)

test('a formula gives the same price from a stored market as from the market itself', async () => {
  let priced = 0
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const moving = createMovingMarket(random.below(1e9))
    for (let step = 0; step < 3; step++) {
      const { snapshot } = moving.at(startMs + step * 1_800_000)
      const { market, memory } = snapshot
      const kept = await decompressMarket('UAH', await compressMarket(snapshot))
      const methods = [...new Set(market.boards.flatMap(({ ads }) => ads.flatMap(({ ad }) => ad.paymentMethods)))]
      for (const side of ['BUY', 'SELL'] as const)
        for (const base of ['best', 'nth', 'median', 'size'] as const)
          for (const wanted of [{ oneOf: [], noneOf: [] }, ...methods.slice(0, 8).flatMap(onlyAndWithout)]) {
            const formula: Formula = {
              side,
              base,
              n: base === 'nth' ? random.integer(1, 12) : null,
              amountFiat: base === 'size' ? random.pick([500, 5_000, 50_000, 900_000]) : null,
              exchanges: random.chance(0.3) ? [random.pick(['binance', 'okx', 'kucoin'])] : [],
              methods: wanted,
              arithmetic: { ...plainArithmetic, offsetPct: 1.5 },
            }
            const then = formulaPrice(formula, judgeForMethods(market, wanted, memory))
            const expected = 'reason' in then ? null : { t: 7, base: then.steps[0]?.price, price: then.price }
            const context = `world ${world}, step ${step}: ${JSON.stringify(formula)}`
            expect(pointOfMarket(formula, { t: 7, ...kept }), context).toEqual(expected)
            if (expected !== null) priced += 1
          }
    }
  }
  expect(priced).toBeGreaterThan(100 * worlds)
})

const onlyAndWithout = (method: string) => [
  { oneOf: [method], noneOf: [] },
  { oneOf: [], noneOf: [method] },
]

test('of people and ads only the basis of judgement is kept', async () => {
  const { snapshot } = createMovingMarket(3).at(startMs)
  const { compressed, judgedAtMs } = await compressMarket(snapshot)
  const text = inflateRawSync(compressed).toString('utf8')
  expect(judgedAtMs).toBe(snapshot.judgedAtMs)
  const ads = snapshot.market.boards.flatMap((board) => board.ads.map(({ ad }) => ad))
  expect(ads.length).toBeGreaterThan(30)
  for (const { adId, advertiserId, nickname, url } of ads)
    for (const name of [adId, advertiserId, nickname, url]) if (name) expect(text).not.toContain(JSON.stringify(name))
  const kept = await decompressMarket('UAH', { compressed, judgedAtMs })
  const people = (market: typeof snapshot.market) =>
    market.boards.map((board) => new Set(board.ads.map(({ ad }) => ad.advertiserId ?? ad.nickname)).size)
  expect(people(kept.market)).toEqual(people(snapshot.market))
})

test('bytes that are no market are refused', async () => {
  const { snapshot } = createMovingMarket(7).at(startMs)
  const { compressed, judgedAtMs } = await compressMarket(snapshot)
  await expect(decompressMarket('UAH', { compressed: compressed.slice(0, 200), judgedAtMs })).rejects.toThrow()
  await expect(decompressMarket('UAH', { compressed: Buffer.from('{}'), judgedAtMs })).rejects.toThrow()
})
