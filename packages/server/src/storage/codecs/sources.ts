import { type Ad, type Board, faultKinds, sides } from '@p2p-rates/core'
import type { BackOff, BoardMemory } from '../../ingest/collector-state-store.js'
import { packJson, readEnum, readPackedJson, type SqlRow } from './sql-values.js'

export const readBackOff = (row: SqlRow): BackOff => ({
  exchange: String(row.exchange),
  kind: readEnum(row, 'kind', faultKinds),
  faultsInARow: Number(row.faults),
  notBeforeMs: Number(row.not_before),
})

export const packAds = (ads: readonly Ad[]): Uint8Array => packJson(ads, 1)

export const readBoard = (row: SqlRow): Board => ({
  ...readBoardKey(row),
  ads: readPackedJson(row, 'ads'),
})

export const packMemory = ({ centre, previous, offers, paying }: BoardMemory): Uint8Array =>
  packJson({ centre, previous, offers, paying }, 0)

export function readMemory(row: SqlRow): BoardMemory {
  // Releases before kept no pairs.
  const { paying = [], ...known } = readPackedJson<Known>(row, 'memory')
  return { ...readBoardKey(row), ...known, paying }
}

const readBoardKey = (row: SqlRow) => ({
  exchange: String(row.exchange),
  fiat: String(row.fiat),
  side: readEnum(row, 'side', sides),
  observedAtMs: Number(row.observed_at),
})

type Known = Pick<BoardMemory, 'centre' | 'previous' | 'offers'> & Partial<Pick<BoardMemory, 'paying'>>
