import type { ExchangeId } from '@p2p-rates/core'
import { isoTime } from '../wire.js'
import type { Incident, IncidentKind, SourceCause } from './source-history-shape.js'

export type IncidentFacts = {
  readonly kind: IncidentKind
  readonly exchange: ExchangeId | null
  readonly cause: SourceCause | null
  readonly fiats: readonly string[]
  readonly startMs: number
  readonly endMs: number | null
}

export const presentIncident = ({ kind, exchange, cause, fiats, startMs, endMs }: IncidentFacts): Incident => ({
  kind,
  exchange,
  cause,
  fiats,
  started_at: isoTime(startMs),
  ended_at: endMs === null ? null : isoTime(endMs),
})
