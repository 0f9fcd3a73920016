import { bestOfAll, indexOfAll, type NoPriceReason, pastHoursOf, price, toPriceResponse } from '@p2p-rates/contract'
import { exchangeIds, type Point, readIndexPoint, slotMs, slotOf, slotStartMs } from '@p2p-rates/core'
import { allowanceOf } from '../../accounts/actor.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { SeriesKey } from '../../history/history-stores.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { historyVersion, pointInSlot } from './inline-history-query.js'

export const priceEndpoint = (currentMarket: CurrentMarket, historyCache: HistoryCache) =>
  handle(
    price,
    async ({ query: { fiat, exchange, at }, actor }) => {
      const slot = slotOf(Date.parse(at))
      const key = { fiat, exchange }
      const asked = { ...key, at, slotStartMs: slotStartMs(slot) }
      const outOfRange = outOfRangeReason(slot, slotOf(currentMarket.wallMs()), pastHoursOf(allowanceOf(actor).limits))
      if (outOfRange !== null) return { answer: toPriceResponse({ ...asked, point: null, reason: outOfRange }) }
      const point = await pointInSlot(historyCache, key, slot)
      if (point === null)
        return {
          answer: toPriceResponse({ ...asked, point, reason: await gapReason(historyCache, key, asked.slotStartMs) }),
        }
      return {
        answer: toPriceResponse({ ...asked, point, sources: await countSources(historyCache, key, slot, point) }),
      }
    },
    // One answer for all whose plans see equally far.
    ({ fiat }, actor) => ({
      ...historyVersion(currentMarket, fiat),
      variant: `${pastHoursOf(allowanceOf(actor).limits)}`,
    }),
  )

const slotsPerHour = 3_600_000 / slotMs

function outOfRangeReason(slot: number, nowSlot: number, hours: number): NoPriceReason | null {
  if (slot > nowSlot) return 'future'
  return slot < nowSlot - hours * slotsPerHour ? 'beyond_plan' : null
}

async function gapReason(historyCache: HistoryCache, key: SeriesKey, slotStart: number): Promise<NoPriceReason> {
  const firstMs = await historyCache.firstMs(key)
  return firstMs === null || slotStart < firstMs ? 'before_coverage' : 'gap'
}

async function countSources(
  historyCache: HistoryCache,
  { fiat, exchange }: SeriesKey,
  slot: number,
  point: Point,
): Promise<number> {
  if (exchange === indexOfAll) return readIndexPoint(point)?.sources ?? 0
  if (exchange !== bestOfAll) return 1
  const points = await Promise.all(exchangeIds.map((one) => pointInSlot(historyCache, { fiat, exchange: one }, slot)))
  return points.filter((one) => one !== null).length
}
