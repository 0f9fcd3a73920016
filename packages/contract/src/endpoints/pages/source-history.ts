import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { optionalFiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint, recordedPrices, webPrefix } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { toWire } from '../../endpoint/to-wire.js'
import { ownWords, typeNames } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireExchange, wireFiat, wirePercent, wireTime } from '../../endpoint/wire-schemas.js'
import type {
  HistorySpan,
  Incident,
  IncidentKind,
  PriceAvailability,
  ServerStatus,
  SlotState,
  SourceCause,
  SourceHistory,
  StripPart,
} from '../../generated/types.js'
import { sourceStates } from '../service/sources.js'

export const priceAvailabilitySchema = z
  .object({
    fiat: wireFiat,
    buy: z.boolean().meta({ description: 'True if there is a buying price.' }),
    sell: z.boolean().meta({ description: 'True if there is a selling price.' }),
  })
  .meta({ id: 'CurrencyNow' })
  .register(typeNames, { type: 'PriceAvailability' })

const serverStatusSchema: z.ZodType<ServerStatus> = z
  .object({
    version: z.string(),
    cycle_seconds: wireCount.meta({ description: 'Interval between requests for each currency.' }),
    own_cycles: z
      .array(z.object({ fiat: wireFiat, cycle_seconds: wireCount }))
      .meta({ description: 'Currencies with an interval of their own.' }),
    storage_works: z.boolean().meta({ description: 'True if prices can be stored.' }),
    history_from_at: wireTime.nullable().meta({ description: 'Time of the first recorded price.' }),
    open_streams: wireCount,
    archive: z
      .object({
        works: z.boolean().meta({ description: 'True if markets can be archived.' }),
        days: wireCount,
        bytes: wireCount,
      })
      .register(typeNames, { type: 'ArchiveStatus' })
      .nullable()
      .meta({ description: 'Archive of scored markets; null if the operator keeps none.' }),
  })
  .meta({ id: 'ServerNow' })
  .register(typeNames, { type: 'ServerStatus' })

export type ServerStatusInput = {
  readonly version: string
  readonly cycleSeconds: number
  readonly ownCycles: ReadonlyMap<string, number>
  readonly storageWorks: boolean
  readonly historySinceMs: number | null
  readonly openStreams: number
  readonly archive: { readonly trouble: string | null; readonly days: number; readonly bytes: number } | null
}

export const toServerStatusResponse = (server: ServerStatusInput): ServerStatus =>
  toWire(serverStatusSchema, {
    ...server,
    ownCycles: [...server.ownCycles].map(([fiat, seconds]) => ({ fiat, cycle_seconds: seconds })),
    historyFromAtMs: server.historySinceMs,
    archive: server.archive && {
      works: server.archive.trouble === null,
      days: server.archive.days,
      bytes: server.archive.bytes,
    },
  })

export type IncidentInput = {
  readonly kind: IncidentKind
  readonly exchange: ExchangeId | null
  readonly cause: SourceCause | null
  readonly fiats: readonly string[]
  readonly startMs: number
  readonly endMs: number | null
}

export const toIncidentResponse = (incident: IncidentInput): Incident =>
  toWire(incidentSchema, { ...incident, startedAtMs: incident.startMs, endedAtMs: incident.endMs })

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

const span: Input<HistorySpan> = {
  schema: ownWords('HistorySpan', historySpans)
    .default('24h')
    .meta({ description: '24h: 96 slots of a quarter of an hour. 30d: 120 slots of six hours.' }),
  expects: historySpans.join(' or '),
  words: historySpans,
}

const start = '2026-11-20T10:15:00.000Z'

export const sourceHistory = defineEndpoint({
  name: 'source-history',
  method: 'GET',
  root: webPrefix,
  path: '/source-history',
  access: { kind: 'reader', plan: 'Free' },
  summary: 'History of the exchanges',
  description:
    'Returns all incidents. For each exchange, the answer also has the state in each time slot, the percentage of answered requests and the longest gap. Once a minute, the server records the state of every exchange in every currency. No one edits the record.',
  query: {
    window: span,
    fiat: optionalFiat('Only this currency; without `fiat`, all currencies together.'),
  },
  answer: sourceHistorySchema,
  example: {
    window: '24h',
    fiat: null,
    from_at: start,
    to_at: '2026-11-21T10:15:00.000Z',
    slot_seconds: 900,
    observed_at: '2026-11-21T10:05:10.000Z',
    exchanges: [
      {
        exchange: 'bybit',
        parts: [
          { state: 'live', slots: 84 },
          { state: 'blocked', slots: 12 },
        ],
        answered_pct: 87.53,
        longest_gap: { started_at: '2026-11-21T07:12:00.000Z', ended_at: null, seconds: 10_440 },
      },
    ],
    incidents: [
      {
        kind: 'blocked',
        exchange: 'bybit',
        cause: 'blocked',
        fiats: ['UAH', 'EUR'],
        started_at: '2026-11-21T07:12:00.000Z',
        ended_at: null,
      },
    ],
    currencies: [
      { fiat: 'UAH', buy: true, sell: true },
      { fiat: 'EUR', buy: true, sell: true },
    ],
    server: {
      version: '1.0.0',
      cycle_seconds: 300,
      own_cycles: [{ fiat: 'UAH', cycle_seconds: 60 }],
      storage_works: true,
      history_from_at: '2026-06-03T00:00:00.000Z',
      archive: null,
      open_streams: 14,
    },
  },
  ...recordedPrices,
})

export type GapInput = { readonly startMs: number; readonly endMs: number | null; readonly seconds: number }

export type SourceHistoryInput = {
  readonly span: HistorySpan
  readonly fiat: Fiat | null
  readonly fromMs: number
  readonly observedAtMs: number | null
  readonly exchanges: readonly {
    readonly exchange: ExchangeId
    readonly slots: readonly (SlotState | null)[]
    readonly due: number
    readonly answered: number
    readonly longestGap: GapInput | null
  }[]
  readonly incidents: readonly IncidentInput[]
  readonly currencies: readonly PriceAvailability[]
  readonly server: ServerStatusInput
}

export function toSourceHistoryResponse(facts: SourceHistoryInput): SourceHistory {
  const { span, fiat, fromMs, observedAtMs, exchanges, incidents, currencies, server } = facts
  const { count, seconds } = slotsOfSpan[span]
  return {
    window: span,
    fiat,
    from_at: isoTime(fromMs),
    to_at: isoTime(fromMs + count * seconds * 1000),
    slot_seconds: seconds,
    observed_at: timeOrNull(observedAtMs),
    exchanges: exchanges.map(({ exchange, slots, due, answered, longestGap }) => ({
      exchange,
      parts: stripOf(slots),
      answered_pct: due === 0 ? null : Math.round((Math.min(answered, due) / due) * 10_000) / 100,
      longest_gap: longestGap && {
        started_at: isoTime(longestGap.startMs),
        ended_at: timeOrNull(longestGap.endMs),
        seconds: longestGap.seconds,
      },
    })),
    incidents: incidents.map(toIncidentResponse),
    currencies,
    server: toServerStatusResponse(server),
  }
}

function stripOf(slots: readonly (SlotState | null)[]): StripPart[] {
  const parts: { state: SlotState | null; slots: number }[] = []
  for (const state of slots) {
    const last = parts.at(-1)
    if (last?.state === state) last.slots += 1
    else parts.push({ state, slots: 1 })
  }
  return parts
}

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms))
