import { bestOfAll, indexOfAll, type NoPriceReason, pastHoursOf, price, toPriceResponse } from '@p2p-rates/contract'
import { exchangeIds, type Point, readIndexPoint, slotMs, slotOf, slotStartMs } from '@p2p-rates/core'
import { allowanceOf } from '../accounts/actor.js'
import type { SeriesKey } from '../history/history-store.js'
import type { Past } from '../history/past.js'
import { handle } from '../http/handle.js'
import type { CurrentMarket } from './current-market.js'
import { pastVersion, pointInSlot } from './recent-history.js'

export const priceEndpoint = (now: CurrentMarket, past: Past) =>
  handle(
    price,
    async ({ query: { fiat, exchange, at }, actor }) => {
      const slot = slotOf(Date.parse(at))
      const key = { fiat, exchange }
      const asked = { ...key, at, slotStartMs: slotStartMs(slot) }
      const outOfSight = whyOutOfSight(slot, slotOf(now.wallMs()), pastHoursOf(allowanceOf(actor).limits))
      if (outOfSight !== null) return { answer: toPriceResponse({ ...asked, point: null, reason: outOfSight }) }
      const point = await pointInSlot(past, key, slot)
      if (point === null)
        return { answer: toPriceResponse({ ...asked, point, reason: await gapReason(past, key, asked.slotStartMs) }) }
      return { answer: toPriceResponse({ ...asked, point, sources: await exchangesBehind(past, key, slot, point) }) }
    },
    // One answer for all whose plans see equally far.
    ({ fiat }, actor) => ({ ...pastVersion(now, fiat), variant: `${pastHoursOf(allowanceOf(actor).limits)}` }),
  )

const slotsPerHour = 3_600_000 / slotMs

function whyOutOfSight(slot: number, nowSlot: number, hours: number): NoPriceReason | null {
  if (slot > nowSlot) return 'future'
  return slot < nowSlot - hours * slotsPerHour ? 'beyond_plan' : null
}

async function gapReason(past: Past, key: SeriesKey, slotStart: number): Promise<NoPriceReason> {
  const firstMs = await past.firstMs(key)
  return firstMs === null || slotStart < firstMs ? 'before_coverage' : 'gap'
}

async function exchangesBehind(past: Past, { fiat, exchange }: SeriesKey, slot: number, point: Point): Promise<number> {
  if (exchange === indexOfAll) return readIndexPoint(point)?.sources ?? 0
  if (exchange !== bestOfAll) return 1
  const points = await Promise.all(exchangeIds.map((one) => pointInSlot(past, { fiat, exchange: one }, slot)))
  return points.filter((one) => one !== null).length
}
