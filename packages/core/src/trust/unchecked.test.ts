import { expect, test } from 'vitest'
import type { Board } from '../ad.js'
import { createRandom } from '../random.js'
import { anAd } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

const seed = Number(process.env.SEED)
const random = createRandom(seed)

const boardOf = (exchange: string, price: number): Board => {
  const place = { exchange, fiat: 'UAH', side: 'BUY' } as const
  const ads = Array.from({ length: 12 }, (_, at) =>
    anAd({
      ...place,
      adId: `${exchange} ${at}`,
      nickname: `${exchange} ${at}`,
      price: price * (1 + random.next() / 100),
    }),
  )
  return { ...place, ads, observedAtMs: 0 }
}
const unchecked = (board: Board): Board => ({ ...board, remote: { checked: false } })

test('nothing of an unchecked board is believed, and it moves nothing, whatever it says', () => {
  const honest = [boardOf('okx', 41), boardOf('bybit', 41)]
  const alone = judgeMarket('UAH', honest)
  for (const price of [20, 40, 41, 42, 80]) {
    const { boards } = judgeMarket('UAH', [...honest, unchecked(boardOf('bitget', price))])
    expect(boards.slice(0, 2)).toEqual(alone.boards)
    const [doubted] = boards.slice(2)
    expect(doubted?.remote).toEqual({ checked: false })
    expect(doubted?.ads).toHaveLength(12)
    for (const { trusted, eligible, score, reasons } of doubted?.ads ?? [])
      expect([trusted, eligible, score, reasons[0]?.code]).toEqual([
        false,
        false,
        0,
        expect.stringMatching(/unchecked|unit_error/),
      ])
    expect(doubted?.ownCentre).toBeNull()
  }
})

test('a checked board is judged as any other', () => {
  const boards = [boardOf('okx', 41), boardOf('bybit', 41)]
  const remote = boards.map((board) => ({ ...board, remote: { checked: true } }))
  expect(judgeMarket('UAH', remote).boards.map(({ ads }) => ads)).toEqual(
    judgeMarket('UAH', boards).boards.map(({ ads }) => ads),
  )
})
