import { createSeries, type Series, slotStartMs } from '@p2p-rates/core'
import { type Cell, cellBytes, type Day, readCell, slotsPerDay } from './history-codec.js'

/** Days of a series lie side by side: id = series * 2^20 + day. */
export const daysPerSeries = 2 ** 20
export const dayOfSlot = (slot: number): number => Math.floor(slot / slotsPerDay)

/** Slots are moved into chunks twice a day: rarely enough for writing, often enough for reading. */
export const slotsPerMove = slotsPerDay / 2

export const momentOf = (slot: number): string => new Date(slotStartMs(slot)).toISOString()

export function seriesFor(fromSlot: number, toSlot: number): Series {
  const slots = Math.max(0, toSlot - fromSlot + 1)
  return { ...createSeries(slots), firstSlot: fromSlot, length: slots }
}

export function putCell(columns: Day, index: number, cell: Cell): void {
  columns.buy[index] = cell.buy
  columns.sell[index] = cell.sell
  columns.buyAds[index] = cell.buyAds
  columns.sellAds[index] = cell.sellAds
}

export function copyDay(series: Series, day: Day, dayStart: number, toSlot: number): void {
  const from = Math.max(dayStart, series.firstSlot)
  const to = Math.min(dayStart + slotsPerDay, toSlot + 1)
  if (to <= from) return
  const target = from - series.firstSlot
  series.buy.set(day.buy.subarray(from - dayStart, to - dayStart), target)
  series.sell.set(day.sell.subarray(from - dayStart, to - dayStart), target)
  series.buyAds.set(day.buyAds.subarray(from - dayStart, to - dayStart), target)
  series.sellAds.set(day.sellAds.subarray(from - dayStart, to - dayStart), target)
}

/** Start of the oldest day of a series: of which this is what lies in slots, and the oldest day that is a chunk already. */
export function oldestDayIn(cells: Uint8Array, series: number, chunkDay: number | null): number | null {
  const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength)
  let oldest = chunkDay ?? Number.POSITIVE_INFINITY
  for (let at = 0; at < cells.length; at += 4 + cellBytes) {
    const slot = view.getUint32(at)
    const cell = readCell(view, at + 4, { slot, series })
    if (cell !== null && cell !== 'damaged') oldest = Math.min(oldest, dayOfSlot(slot))
  }
  return Number.isFinite(oldest) ? slotStartMs(oldest * slotsPerDay) : null
}
