import { type Ad, type Board, judgeMarket, marketIndex, sides } from '@p2p-rates/core'
import { aBoard } from '@p2p-rates/core/testing'

/** A calm market: five exchanges, 12 advertisers a side with a good record, half a percent between the sides. */
const exchanges = ['binance', 'bybit', 'okx', 'mexc', 'bitget']
const honestAds = 12
const middle = 41.2
const halfSpread = 0.0025

/** Part by which the index, and with 7 of its 12 slots the fixing, is to move. */
const wantedMove = 0.01
const mostAds = 40
const displacements = [0.011, 0.015, 0.02, 0.05]

/** The best record that an account can have. */
const bestRecord = { completedOrders: 5_000, completionPct: 100, positivePct: 100, merchant: true } as const

export type Attack = { readonly exchanges: number; readonly adsPerSide: number; readonly displacement: number }

type CostToMove = { readonly exchanges: number; readonly cheapest: Attack | null }

/** For attacks on 1 exchange, on 2, and so on: the fewest advertisers that move the index up by 1 %; null if none do. */
export const costToMove = (): readonly CostToMove[] =>
  exchanges.map((_, at) => ({ exchanges: at + 1, cheapest: cheapestAttack(at + 1) }))

export const advertisersOf = ({ exchanges: count, adsPerSide }: Attack): number => count * adsPerSide * sides.length

function cheapestAttack(count: number): Attack | null {
  for (let adsPerSide = 1; adsPerSide <= mostAds; adsPerSide++)
    for (const displacement of displacements) {
      const attack = { exchanges: count, adsPerSide, displacement }
      if (indexOf(boards(attack)) >= indexOf(boards(null)) * (1 + wantedMove)) return attack
    }
  return null
}

const indexOf = (market: readonly Board[]): number => marketIndex(judgeMarket('UAH', market, {}))?.value ?? 0

const boards = (attack: Attack | null): readonly Board[] =>
  exchanges.flatMap((exchange, at) =>
    sides.map((side) => {
      const price = middle * (1 + (side === 'BUY' ? halfSpread : -halfSpread))
      const honest = around(price, honestAds, { completedOrders: 400 })
      const isAttacked = attack !== null && at < attack.exchanges
      const hostile = isAttacked ? around(price * (1 + attack.displacement), attack.adsPerSide, bestRecord) : []
      return aBoard(exchange, side, [...honest, ...hostile])
    }),
  )

const around = (price: number, count: number, record: Partial<Ad>): readonly Partial<Ad>[] =>
  Array.from({ length: count }, (_, at) => ({
    ...record,
    nickname: `${record.completedOrders} ${at}`,
    price: price * (1 + 0.0004 * (at - (count - 1) / 2)),
  }))
