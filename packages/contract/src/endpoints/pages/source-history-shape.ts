import { type FaultKind, type Fiat, faultKinds } from '@p2p-rates/core'
import { z } from 'zod'
import {
  type ExchangeName,
  type LooseEnum,
  wireCount,
  wireExchange,
  wireFiat,
  wirePercent,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import { type SourceState, sourceStates } from '../service/sources.js'
import {
  type PriceAvailability,
  priceAvailabilitySchema,
  type ServerStatus,
  serverStatusSchema,
} from './server-status.js'

export const historySpans = ['24h', '30d'] as const
export type HistorySpan = (typeof historySpans)[number]

export const slotsOfSpan: Readonly<Record<HistorySpan, { readonly count: number; readonly seconds: number }>> = {
  '24h': { count: 96, seconds: 900 },
  '30d': { count: 120, seconds: 21_600 },
}

export type SourceHistory = {
  readonly window: LooseEnum<HistorySpan>
  /** Null for all currencies together. */
  readonly fiat: LooseEnum<Fiat> | null
  /** Start of the first slot, and end of the last one, which may be in the future. */
  readonly from_at: string
  readonly to_at: string
  readonly slot_seconds: number
  /** Last check by this server, to the minute; `null` if there was none. */
  readonly observed_at: string | null
  readonly exchanges: readonly ExchangeHistory[]
  /** Ongoing incidents first, those in most currencies at the top; then the newest. */
  readonly incidents: readonly Incident[]
  readonly currencies: readonly PriceAvailability[]
  readonly server: ServerStatus
}

export type ExchangeHistory = {
  readonly exchange: ExchangeName
  readonly parts: readonly StripPart[]
  /** Percentage of scheduled requests that were answered; `null` if none were scheduled. */
  readonly answered_pct: number | null
  readonly longest_gap: Gap | null
}

export type StripPart = {
  /** `null`: this server did not look. */
  readonly state: LooseEnum<SlotState> | null
  readonly slots: number
}

/** `partly`: some of the time, or in some of the currencies. */
export const slotStates = [...sourceStates, 'partly'] as const
export type SlotState = SourceState | 'partly'

export type Gap = {
  readonly started_at: string
  /** Null while it continues. */
  readonly ended_at: string | null
  readonly seconds: number
}

/**
 * Kinds of incidents: states of a source, and two wider ones. `offline`: no exchange could be reached. `unobserved`:
 * this server did not check.
 */
export const incidentKinds = ['stale', 'frozen', 'blocked', 'held_out', 'offline', 'unobserved'] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const sourceCauses = [...faultKinds, 'implausible', 'swapped_sides'] as const
export type SourceCause = FaultKind | 'implausible' | 'swapped_sides'

export type Incident = {
  readonly kind: LooseEnum<IncidentKind>
  /** Null for all exchanges. */
  readonly exchange: ExchangeName | null
  readonly cause: LooseEnum<SourceCause> | null
  readonly fiats: readonly LooseEnum<Fiat>[]
  readonly started_at: string
  readonly ended_at: string | null
}

const gap = z
  .object({
    started_at: wireTime,
    ended_at: wireTime.nullable().meta({ description: 'Null while it continues.' }),
    seconds: wireCount,
  })
  .meta({ id: 'Gap', description: 'Period without usable data.' })

const stripPart = z
  .object({
    state: z.enum(slotStates).nullable().meta({
      description:
        'State as in `sources`. partly: part of the time or some of the currencies. Null if this server did not check.',
    }),
    slots: z.int().min(1).meta({ description: 'Number of consecutive equal slots.' }),
  })
  .meta({ id: 'StripPart' })

export const incidentSchema: z.ZodType<Incident> = z
  .object({
    kind: z.enum(incidentKinds).meta({
      description: 'State of the source. offline: no exchange was reachable. unobserved: this server did not check.',
    }),
    exchange: wireExchange.nullable().meta({ description: 'Null for all exchanges.' }),
    cause: z.enum(sourceCauses).nullable().meta({ description: 'Main cause, if known.' }),
    fiats: z.array(wireFiat).meta({ description: 'Affected currencies.' }),
    started_at: wireTime,
    ended_at: wireTime.nullable().meta({ description: 'Null while it continues.' }),
  })
  .meta({ id: 'Incident' })

export const sourceHistorySchema: z.ZodType<SourceHistory> = z
  .object({
    window: z.enum(historySpans),
    fiat: wireFiat.nullable().meta({ description: 'Null for all currencies together.' }),
    from_at: wireTime.meta({ description: 'Start of the first slot, UTC.' }),
    to_at: wireTime.meta({ description: 'End of the last slot, UTC; it may be in the future.' }),
    slot_seconds: wireCount,
    observed_at: wireTime
      .nullable()
      .meta({ description: 'Last check by this server, to the minute; null if there was none.' }),
    exchanges: z.array(
      z
        .object({
          exchange: wireExchange,
          parts: z.array(stripPart).meta({ description: 'All slots of the window, the oldest first.' }),
          answered_pct: wirePercent.min(0).max(100).nullable().meta({
            description: 'Percentage of scheduled requests that were answered; null if none were scheduled.',
          }),
          longest_gap: gap.nullable(),
        })
        .meta({ id: 'ExchangeHistory' }),
    ),
    incidents: z.array(incidentSchema).meta({
      description: 'Incidents: ongoing ones first, those with the most currencies at the top; then the newest.',
    }),
    currencies: z.array(priceAvailabilitySchema),
    server: serverStatusSchema,
  })
  .meta({ id: 'SourceHistory', description: 'States of the exchanges over time, as this server saw them.' })
