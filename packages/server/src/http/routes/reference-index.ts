import { index, indexOfAll, toIndexResponse } from '@p2p-rates/contract'
import { type Fiat, marketIndex, readIndexPoint, slotOf } from '@p2p-rates/core'
import type { HistoryCache } from '../../history/history-cache.js'
import type { CurrentOfficialRate } from '../../ingest/central-banks/current-official-rate.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { pointInSlot } from './inline-history-query.js'

const dayMs = 86_400_000

export const indexEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  official: CurrentOfficialRate,
  isSimulated: () => boolean,
) =>
  handle(
    index,
    async ({ query: { fiat } }) => {
      const found = marketIndex(currentMarket.snapshot(fiat).market)
      if (found === null) throw currentMarket.unavailable(fiat)
      const dayAgo = await indexAt(historyCache, fiat, currentMarket.wallMs() - dayMs)
      const facts = { fiat, index: found, dayAgo, official: await official(fiat), isSimulated: isSimulated() }
      return { answer: toIndexResponse(facts) }
    },
    ({ fiat }) => currentMarket.version(fiat),
  )

export async function indexAt(historyCache: HistoryCache, fiat: Fiat, atMs: number): Promise<number | null> {
  const point = await pointInSlot(historyCache, { fiat, exchange: indexOfAll }, slotOf(atMs))
  return point && (readIndexPoint(point)?.value ?? null)
}
