import { crc32 } from 'node:zlib'
import { pricesPerUnit } from '@p2p-rates/core/internal'
import type { HistoryEntry } from '../../history/history-stores.js'
import { blob, type SqlRow } from './sql-values.js'

/**
 * Disk format of the history: little-endian columns and rows of integers. The first byte is the version. A day has one
 * checksum in its header. A slot has one per series, so that a single series can be read and verified.
 */

export const slotsPerDay = 288
export const dayOfSlot = (slot: number): number => Math.floor(slot / slotsPerDay)

/** Days of a series lie side by side: id = series * 2^20 + day. */
export const daysPerSeries = 2 ** 20
export const chunkIdOf = (series: number, day: number): number => series * daysPerSeries + day

const version = 2

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
const sumAt = 4
const dayBytes = header + slotsPerDay * 12

export function encodeDay(id: number, { buy, sell, buyAds, sellAds }: Day): Uint8Array {
  const bytes = new Uint8Array(dayBytes)
  let at = header
  for (const column of [buy, sell, buyAds, sellAds]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
  }
  return withDaySum(id, bytes)
}

function withDaySum(id: number, bytes: Uint8Array): Uint8Array {
  bytes.fill(0, 0, header)
  bytes[0] = version
  viewOf(bytes).setUint32(sumAt, daySum(id, bytes), true)
  return bytes
}

const daySum = (id: number, bytes: Uint8Array): number => crc32(bytes.subarray(header), id % 2 ** 32)

/** Returns views on aligned bytes. Throws if the version, or the checksum for this id, is wrong. */
export function decodeDay(id: number, bytes: Uint8Array): Day {
  if (bytes.length !== dayBytes || bytes[0] !== version || bytes[1] !== 0 || bytes[2] !== 0 || bytes[3] !== 0)
    throw new Error('unknown form')
  if (viewOf(bytes).getUint32(sumAt, true) !== daySum(id, bytes)) throw new Error('not as it was written')
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

const priceBytes = 12
export const cellBytes = priceBytes + 4

/** Every series has its fixed place in a slot, so that SQLite can cut out one series of many slots. */
export const cellOffset = (series: number): number => snapHeader + series * cellBytes
const snapHeader = 4

/** All series of one slot, each at the place of its id; zeros where there is nothing. */
export function encodeSnap(slot: number, cells: ReadonlyMap<number, Cell>): Uint8Array {
  const bytes = new Uint8Array(cellOffset(Math.max(0, ...cells.keys()) + 1))
  const view = viewOf(bytes)
  view.setUint8(0, version)
  for (const [series, { buy, sell, buyAds, sellAds }] of cells) {
    const at = cellOffset(series)
    view.setInt32(at, buy, true)
    view.setInt32(at + 4, sell, true)
    view.setUint16(at + 8, buyAds, true)
    view.setUint16(at + 10, sellAds, true)
    view.setUint32(at + priceBytes, cellSum(slot, series, bytes.subarray(at, at + priceBytes)), true)
  }
  return bytes
}

export function decodeSnap(
  slot: number,
  bytes: Uint8Array,
): { readonly cells: Map<number, Cell>; readonly damaged: readonly number[] } {
  const isWhole = bytes.length % cellBytes === snapHeader % cellBytes
  if (!isWhole || bytes[0] !== version || bytes[1] !== 0 || bytes[2] !== 0 || bytes[3] !== 0)
    throw new Error('unknown form')
  const view = viewOf(bytes)
  const cells = new Map<number, Cell>()
  const damaged: number[] = []
  for (let series = 0; cellOffset(series) < bytes.length; series++) {
    const cell = readCell(view, cellOffset(series), { slot, series })
    if (cell === 'damaged') damaged.push(series)
    else if (cell !== null) cells.set(series, cell)
  }
  return { cells, damaged }
}

export const checkDay = (row: SqlRow): void =>
  void decodeDay(chunkIdOf(Number(row.series), Number(row.day)), blob(row, 'data'))

export function checkSlot(row: SqlRow): void {
  const { damaged } = decodeSnap(Number(row.slot), blob(row, 'data'))
  if (damaged.length > 0) throw new Error(`series ${damaged.join(', ')} not as written`)
}

export function readCell(
  view: DataView,
  at: number,
  { slot, series }: { readonly slot: number; readonly series: number },
): Cell | null | 'damaged' {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, priceBytes)
  const sum = view.getUint32(at + priceBytes, true)
  if (sum === 0 && bytes.every((byte) => byte === 0)) return null
  if (sum !== cellSum(slot, series, bytes)) return 'damaged'
  const cell = pointAt(view, at)
  return isPoint(cell) ? cell : null
}

const pointAt = (view: DataView, at: number): Cell => ({
  buy: view.getInt32(at, true),
  sell: view.getInt32(at + 4, true),
  buyAds: view.getUint16(at + 8, true),
  sellAds: view.getUint16(at + 10, true),
})

const isPoint = ({ buy, sell }: Cell): boolean => buy !== 0 || sell !== 0

const cellSum = (slot: number, series: number, bytes: Uint8Array): number =>
  crc32(bytes, (slot * 8_191 + series) % 2 ** 32)

export const cellFrom = (entry: HistoryEntry): Cell => ({
  buy: unitsOf(entry.buy),
  sell: unitsOf(entry.sell),
  buyAds: Math.min(entry.buyAds, 0xffff),
  sellAds: Math.min(entry.sellAds, 0xffff),
})

function unitsOf(price: number | null): number {
  const units = Math.round((price ?? 0) * pricesPerUnit)
  return units > 0 && units <= 0x7fffffff ? units : 0
}

/** Adds checksums to data of the first release. Unknown forms stay, so that a check finds them. */
export const addDayChecksum = (id: number, bytes: Uint8Array): Uint8Array =>
  isFirstDay(bytes) ? withDaySum(id, bytes.slice()) : bytes

export function addSlotChecksum(slot: number, bytes: Uint8Array): Uint8Array {
  if (!isFirstSlot(bytes)) return bytes
  const view = viewOf(bytes)
  const cells = new Map<number, Cell>()
  for (let at = snapHeader, series = 0; at < bytes.length; at += priceBytes, series++) {
    const cell = pointAt(view, at)
    if (isPoint(cell)) cells.set(series, cell)
  }
  return encodeSnap(slot, cells)
}

export const isFirstDay = (bytes: Uint8Array): boolean => bytes[0] === 1 && bytes.length === dayBytes

export const isFirstSlot = (bytes: Uint8Array): boolean => bytes[0] === 1 && bytes.length % priceBytes === snapHeader

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
