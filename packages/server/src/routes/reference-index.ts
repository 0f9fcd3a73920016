import { index, indexOfAll, toIndexResponse } from '@p2p-rates/contract'
import { type Fiat, marketIndex, readIndexPoint, slotOf } from '@p2p-rates/core'
import type { CurrentOfficialRate } from '../central-banks/official-reader.js'
import type { Past } from '../history/past.js'
import { handle } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'
import { pointInSlot } from './recent-history.js'

const dayMs = 86_400_000

export const indexEndpoint = (
  now: CurrentMarket,
  past: Past,
  official: CurrentOfficialRate,
  isSimulated: () => boolean,
) =>
  handle(
    index,
    async ({ query: { fiat } }) => {
      const found = marketIndex(now.snapshot(fiat).market)
      if (found === null) throw now.unavailable(fiat)
      const dayAgo = await indexAt(past, fiat, now.wallMs() - dayMs)
      const facts = { fiat, index: found, dayAgo, official: await official(fiat), isSimulated: isSimulated() }
      return { answer: toIndexResponse(facts) }
    },
    ({ fiat }) => now.version(fiat),
  )

export async function indexAt(past: Past, fiat: Fiat, atMs: number): Promise<number | null> {
  const point = await pointInSlot(past, { fiat, exchange: indexOfAll }, slotOf(atMs))
  return point && (readIndexPoint(point)?.value ?? null)
}
