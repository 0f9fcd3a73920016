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

/** The columns where they lie in the bytes; writing to them writes there. */
export const decodeDay = (bytes: Uint8Array): Day => {
  if (bytes[0] !== version || bytes.length !== dayBytes) throw new Error('a day of history has an unknown form')
  // A copy is aligned whatever the driver handed out.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const start = byteOffset + header
  const wide = slotsPerDay * 4
  const narrow = slotsPerDay * 2
  return {
    buy: new Int32Array(buffer, start, slotsPerDay),
    sell: new Int32Array(buffer, start + wide, slotsPerDay),
    buyAds: new Uint16Array(buffer, start + 2 * wide, slotsPerDay),
    sellAds: new Uint16Array(buffer, start + 2 * wide + narrow, slotsPerDay),
  }
}

/** One series in one slot, in units of 1/10,000. */
export type Cell = { readonly buy: number; readonly sell: number; readonly buyAds: number; readonly sellAds: number }

export const cellBytes = 12

/** Every series has its fixed place in a slot, so that SQLite can cut out one series of many slots. */
export const cellOffset = (series: number): number => snapHeader + series * cellBytes
const snapHeader = 4

/** All series of one slot, each at the place of its id; zeros where there is nothing. */
export const encodeSnap = (cells: ReadonlyMap<number, Cell>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(cellOffset(Math.max(0, ...cells.keys()) + 1)))
  view.setUint8(0, version)
  for (const [series, { buy, sell, buyAds, sellAds }] of cells) {
    const at = cellOffset(series)
    view.setInt32(at, buy, true)
    view.setInt32(at + 4, sell, true)
    view.setUint16(at + 8, buyAds, true)
    view.setUint16(at + 10, sellAds, true)
  }
  return new Uint8Array(view.buffer)
}

/** What a slot holds, by series id. */
export const decodeSnap = (bytes: Uint8Array): Map<number, Cell> => {
  if (bytes[0] !== version || bytes.length % cellBytes !== snapHeader)
    throw new Error('a slot of history has an unknown form')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cells = new Map<number, Cell>()
  for (let series = 0; cellOffset(series) < bytes.length; series++) {
    const cell = readCell(view, cellOffset(series))
    if (isPoint(cell)) cells.set(series, cell)
  }
  return cells
}

/** A slot may lack a series that others have. */
export const isPoint = ({ buy, sell }: Cell): boolean => buy !== 0 || sell !== 0

export const readCell = (view: DataView, at: number): Cell => ({
  buy: view.getInt32(at, true),
  sell: view.getInt32(at + 4, true),
  buyAds: view.getUint16(at + 8, true),
  sellAds: view.getUint16(at + 10, true),
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
