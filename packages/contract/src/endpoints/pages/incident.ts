import type { ExchangeId } from '@p2p-rates/core'
import { isoTime } from '../../endpoint/wire-schemas.js'
import type { Incident, IncidentKind, SourceCause } from '../../generated/types.js'

export type IncidentInput = {
  readonly kind: IncidentKind
  readonly exchange: ExchangeId | null
  readonly cause: SourceCause | null
  readonly fiats: readonly string[]
  readonly startMs: number
  readonly endMs: number | null
}

export const toIncidentResponse = ({ kind, exchange, cause, fiats, startMs, endMs }: IncidentInput): Incident => ({
  kind,
  exchange,
  cause,
  fiats,
  started_at: isoTime(startMs),
  ended_at: endMs === null ? null : isoTime(endMs),
})
