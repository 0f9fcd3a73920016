import type { DigestEvent, DigestPrice } from '@p2p-rates/contract'
import { isoTime } from '@p2p-rates/contract'
import type { Side } from '@p2p-rates/core'
import { roundPct } from '@p2p-rates/core/internal'
import type { MarketSnapshot } from '../../market/market-snapshot.js'

/** Best prices of a moment; null without a record. */
export type PastPrices = { readonly buy: number | null; readonly sell: number | null }

/** Reads the newest recorded best prices of the hour before `atMs`. */
export type ReadPastPrices = (fiat: string, atMs: number) => Promise<PastPrices>

export type Digest = Pick<DigestEvent['data'], 'buy' | 'sell'>

const dayMs = 86_400_000

/** Best prices of a snapshot, compared with those of 24 hours before. A digest without a comparison is better than none. */
export async function createDigest(snapshot: MarketSnapshot, pastPrices: ReadPastPrices): Promise<Digest> {
  const { fiat, updatedAtMs } = snapshot
  const past = await pastPrices(fiat, updatedAtMs - dayMs).catch(() => ({ buy: null, sell: null }))
  return { buy: digestPrice(snapshot, 'BUY', past.buy), sell: digestPrice(snapshot, 'SELL', past.sell) }
}

function digestPrice({ market, rates }: MarketSnapshot, side: Side, dayAgo: number | null): DigestPrice | null {
  const best = side === 'BUY' ? rates.bestBuy : rates.bestSell
  const board = market.boards.find((one) => one.exchange === best?.exchange && one.side === side)
  if (best === null || board === undefined) return null
  return {
    price: best.price,
    exchange: best.exchange,
    received_at: isoTime(board.observedAtMs),
    confidence: rates.confidence[side].level,
    day_ago: dayAgo,
    change_pct: dayAgo === null ? null : roundPct((best.price / dayAgo - 1) * 100),
  }
}
