import { pricesPerUnit } from '@p2p-rates/core'
import type { HistoryEntry } from '../../history/history-store.js'

/** How history lies on disk: little-endian columns and rows of integers, each blob with a version in front. */

export const slotsPerDay = 288
const version = 1

/** One day of one series: four columns of 288 slots. 0 = no price. */
export type Day = {
  readonly buy: Int32Array
  readonly sell: Int32Array
  readonly buyAds: Uint16Array
  readonly sellAds: Uint16Array
}

export const emptyDay = (): Day => ({
  buy: new Int32Array(slotsPerDay),
  sell: new Int32Array(slotsPerDay),
  buyAds: new Uint16Array(slotsPerDay),
  sellAds: new Uint16Array(slotsPerDay),
})

const header = 8
const dayBytes = header + slotsPerDay * 12

export const encodeDay = ({ buy, sell, buyAds, sellAds }: Day): Uint8Array => {
  const bytes = new Uint8Array(dayBytes)
  bytes[0] = version
  let at = header
  for (const column of [buy, sell, buyAds, sellAds]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
  }
  return bytes
}

export const decodeDay = (bytes: Uint8Array): Day => {
  if (bytes[0] !== version || bytes.length !== dayBytes) throw new Error('a day of history has an unknown form')
  // A copy is aligned whatever the driver handed out.
  const { buffer } = bytes.slice(header)
  const wide = slotsPerDay * 4
  const narrow = slotsPerDay * 2
  return {
    buy: new Int32Array(buffer, 0, slotsPerDay),
    sell: new Int32Array(buffer, wide, slotsPerDay),
    buyAds: new Uint16Array(buffer, 2 * wide, slotsPerDay),
    sellAds: new Uint16Array(buffer, 2 * wide + narrow, slotsPerDay),
  }
}

/** One series in one slot, in units of 1/10,000. */
export type Cell = { readonly buy: number; readonly sell: number; readonly buyAds: number; readonly sellAds: number }

const cellBytes = 14

/** All series of one slot, by series id. */
export const encodeSnap = (cells: ReadonlyMap<number, Cell>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 + cells.size * cellBytes))
  view.setUint8(0, version)
  let at = 2
  for (const [series, cell] of [...cells].sort(([a], [b]) => a - b)) {
    view.setUint16(at, series, true)
    view.setInt32(at + 2, cell.buy, true)
    view.setInt32(at + 6, cell.sell, true)
    view.setUint16(at + 10, cell.buyAds, true)
    view.setUint16(at + 12, cell.sellAds, true)
    at += cellBytes
  }
  return new Uint8Array(view.buffer)
}

export const decodeSnap = (bytes: Uint8Array): Map<number, Cell> => {
  const cells = new Map<number, Cell>()
  for (const { series, at, view } of rowsOf(bytes)) cells.set(series, cellAt(view, at))
  return cells
}

/** The cell of one series, without reading the others. */
export const cellOf = (bytes: Uint8Array, wanted: number): Cell | null => {
  for (const { series, at, view } of rowsOf(bytes)) {
    if (series === wanted) return cellAt(view, at)
    if (series > wanted) return null
  }
  return null
}

function* rowsOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== version || (bytes.length - 2) % cellBytes !== 0)
    throw new Error('a slot of history has an unknown form')
  for (let at = 2; at < bytes.length; at += cellBytes) yield { series: view.getUint16(at, true), at, view }
}

const cellAt = (view: DataView, at: number): Cell => ({
  buy: view.getInt32(at + 2, true),
  sell: view.getInt32(at + 6, true),
  buyAds: view.getUint16(at + 10, true),
  sellAds: view.getUint16(at + 12, true),
})

export const cellFrom = (entry: HistoryEntry): Cell => ({
  buy: unitsOf(entry.buy),
  sell: unitsOf(entry.sell),
  buyAds: Math.min(entry.buyAds, 0xffff),
  sellAds: Math.min(entry.sellAds, 0xffff),
})

const unitsOf = (price: number | null): number => {
  const units = Math.round((price ?? 0) * pricesPerUnit)
  return units > 0 && units <= 0x7fffffff ? units : 0
}
