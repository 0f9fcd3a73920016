import { index, indexOfAll, presentIndex } from '@p2p-rates/contract'
import { type Fiat, marketIndex, readIndexPoint, slotOf } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { OfficialNow } from '../officials/official-reader.js'
import type { MarketNow } from './market-now.js'
import { pointInSlot } from './near-past.js'

const dayMs = 86_400_000

export const indexEndpoint = (now: MarketNow, past: Past, official: OfficialNow, isSimulated: () => boolean) =>
  implement(
    index,
    async ({ query: { fiat } }) => {
      const found = marketIndex(now.snapshot(fiat).market)
      if (found === null) throw now.unavailable(fiat)
      const dayAgo = await indexAt(past, fiat, now.wallMs() - dayMs)
      const facts = { fiat, index: found, dayAgo, official: await official(fiat), isSimulated: isSimulated() }
      return { answer: presentIndex(facts) }
    },
    ({ fiat }) => now.version(fiat),
  )

/** Of the slot that holds this moment alone; `null` where it holds none. */
export async function indexAt(past: Past, fiat: Fiat, atMs: number): Promise<number | null> {
  const point = await pointInSlot(past, { fiat, exchange: indexOfAll }, slotOf(atMs))
  return point && (readIndexPoint(point)?.value ?? null)
}
