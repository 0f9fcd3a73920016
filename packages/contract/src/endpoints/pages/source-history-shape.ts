import { faultKinds } from '@p2p-rates/core'
import { z } from 'zod'
import { ownWords } from '../../endpoint/type-names.js'
import { wireCount, wireExchange, wireFiat, wirePercent, wireTime } from '../../endpoint/wire-schemas.js'
import type { HistorySpan, Incident, SourceHistory } from '../../generated/types.js'

import { sourceStates } from '../service/sources.js'
import { priceAvailabilitySchema, serverStatusSchema } from './server-status.js'

export const historySpans = ['24h', '30d'] as const

export const slotsOfSpan: Readonly<Record<HistorySpan, { readonly count: number; readonly seconds: number }>> = {
  '24h': { count: 96, seconds: 900 },
  '30d': { count: 120, seconds: 21_600 },
}

/** `partly`: some of the time, or in some of the currencies. */
export const slotStates = [...sourceStates, 'partly'] as const

/**
 * Kinds of incidents: states of a source, and two wider ones. `offline`: no exchange could be reached. `unobserved`:
 * this server did not check.
 */
export const incidentKinds = ['stale', 'frozen', 'blocked', 'held_out', 'offline', 'unobserved'] as const

export const sourceCauses = [...faultKinds, 'implausible', 'swapped_sides'] as const

const gap = z
  .object({
    started_at: wireTime,
    ended_at: wireTime.nullable().meta({ description: 'Null while it continues.' }),
    seconds: wireCount,
  })
  .meta({ id: 'Gap', description: 'Period without usable data.' })

const stripPart = z
  .object({
    state: ownWords('SlotState', slotStates).nullable().meta({
      description:
        'State as in `sources`. partly: part of the time or some of the currencies. Null if this server did not check.',
    }),
    slots: z.int().min(1).meta({ description: 'Number of consecutive equal slots.' }),
  })
  .meta({ id: 'StripPart' })

export const incidentSchema: z.ZodType<Incident> = z
  .object({
    kind: ownWords('IncidentKind', incidentKinds).meta({
      description: 'State of the source. offline: no exchange was reachable. unobserved: this server did not check.',
    }),
    exchange: wireExchange.nullable().meta({ description: 'Null for all exchanges.' }),
    cause: ownWords('SourceCause', sourceCauses).nullable().meta({ description: 'Main cause, if known.' }),
    fiats: z.array(wireFiat).meta({ description: 'Affected currencies.' }),
    started_at: wireTime,
    ended_at: wireTime.nullable().meta({ description: 'Null while it continues.' }),
  })
  .meta({ id: 'Incident' })

export const sourceHistorySchema: z.ZodType<SourceHistory> = z
  .object({
    window: ownWords('HistorySpan', historySpans),
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
