import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { type Ad, type Board, faultKinds, sides } from '@p2p-rates/core'
import type { BackOff, BoardMemory } from '../../ingest/collector-state-store.js'
import { blob, readEnum, type SqlRow } from './sql-values.js'

export const readBackOff = (row: SqlRow): BackOff => ({
  exchange: String(row.exchange),
  kind: readEnum(row, 'kind', faultKinds),
  faultsInARow: Number(row.faults),
  notBeforeMs: Number(row.not_before),
})

export const packAds = (ads: readonly Ad[]): Uint8Array => pack(ads, 1)

export const readBoard = (row: SqlRow): Board => ({
  ...readBoardKey(row),
  ads: unpack(blob(row, 'ads')) as readonly Ad[],
})

export const packMemory = ({ centre, previous, offers, paying }: BoardMemory): Uint8Array =>
  pack({ centre, previous, offers, paying }, 0)

export function readMemory(row: SqlRow): BoardMemory {
  // Releases before kept no pairs.
  const { paying = [], ...known } = unpack(blob(row, 'memory')) as Known
  return { ...readBoardKey(row), ...known, paying }
}

const readBoardKey = (row: SqlRow) => ({
  exchange: String(row.exchange),
  fiat: String(row.fiat),
  side: readEnum(row, 'side', sides),
  observedAtMs: Number(row.observed_at),
})

type Known = Pick<BoardMemory, 'centre' | 'previous' | 'offers'> & Partial<Pick<BoardMemory, 'paying'>>

const pack = (value: readonly Ad[] | Known, quality: 0 | 1): Uint8Array =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Our own writing, read back: the shape was checked when the ads came in. */
const unpack = (bytes: Uint8Array): unknown => JSON.parse(brotliDecompressSync(bytes).toString('utf8'))
