import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { optionalFiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { ownWords } from '../../endpoint/type-names.js'
import { isoTime } from '../../endpoint/wire-schemas.js'
import type { HistorySpan, PriceAvailability, SlotState, SourceHistory, StripPart } from '../../generated/types.js'

import { type IncidentInput, toIncidentResponse } from './incident.js'
import { type ServerStatusInput, toServerStatusResponse } from './server-status.js'
import { historySpans, slotsOfSpan, sourceHistorySchema } from './source-history-shape.js'

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
  errors: ['storage_unavailable'],
  carriesPrices: true,
  cacheable: true,
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
