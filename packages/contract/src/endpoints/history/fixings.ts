import type { Confidence } from '@p2p-rates/core'
import { asset, indexMethod } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat, optionalDay } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { isoTime, wireAsset, wireFiat, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { Fixing, Fixings } from '../../generated/types.js'
import { recordedConfidenceSchema, toRecordedConfidenceResponse } from '../prices/confidence.js'
import { wireMethod, wireSourceCount } from '../prices/reference-index.js'
import { usdtUsdCells, usdtUsdColumns, wireUsdtUsd } from '../prices/usdt-usd.js'

const mostDays = 400
const dayMs = 86_400_000

export const wireDay = z.iso.date().meta({ description: 'A UTC day.', examples: ['2026-11-21'] })
export const wireDigest = z.string().regex(/^[0-9a-f]{64}$/)

const notTyped = 'Null for a correction, because an operator entered its value.'

const nextFixing = z
  .object({ method: wireMethod, value: wirePrice.nullable().meta({ description: 'Null if withheld.' }) })
  .meta({ id: 'NextFixing', description: 'Value of the next method, published with 5 fixings before the change.' })

const fixing: z.ZodType<Fixing> = z
  .object({
    number: z.int().min(1).meta({ description: 'Position in the chain of the currency.' }),
    day: wireDay,
    value: wirePrice
      .nullable()
      .meta({ description: 'The median of the index from 11:30 to 12:30 UTC. Null if `withheld`.' }),
    confidence: recordedConfidenceSchema
      .nullable()
      .meta({ description: `Confidence of the index. ${notTyped} Null if \`withheld\`.` }),
    sources: wireSourceCount.nullable().meta({ description: `Number of exchanges in the index. ${notTyped}` }),
    slots: z
      .int()
      .min(1)
      .max(12)
      .nullable()
      .meta({ description: `Number of slots used, of the 12 in that hour. ${notTyped}` }),
    method: wireMethod,
    made_at: wireTime.meta({ description: 'Creation time, UTC.' }),
    correction: z
      .string()
      .nullable()
      .meta({ description: 'Reason for this correction; null for the original fixing of the day.' }),
    withheld: z.array(z.string()).nullable().meta({
      description:
        'Exchanges that were unreadable, if they usually have more than a quarter of the weight: the day has no value. Null if there is a value.',
    }),
    method_next: nextFixing.nullable().meta({ description: 'Notice of a new method; null without one.' }),
    inputs_digest: wireDigest.nullable().meta({
      description: 'SHA-256 in hex over the inputs as canonical JSON; null if the entry has no recorded inputs.',
    }),
    usdt_usd: wireUsdtUsd.nullable().meta({
      description:
        'The last USDT/USD that was read from 11:30 to 12:30 UTC; null without one. The value is not corrected by it.',
    }),
    previous_digest: wireDigest.nullable().meta({ description: 'Digest of the previous entry; null for the first.' }),
    digest: wireDigest.meta({
      description:
        'SHA-256 in hex over this entry as canonical JSON (RFC 8785), with `asset` and `fiat`, the level as `confidence`, without this field, and without `withheld`, `method_next`, `inputs_digest` and `usdt_usd` if they are null.',
    }),
  })
  .meta({ id: 'Fixing', description: 'Index of one day. Entries never change; a correction is a new entry.' })

const answer: z.ZodType<Fixings> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    from: wireDay.meta({ description: 'First requested day.' }),
    to: wireDay.meta({ description: 'Last requested day.' }),
    fixings: z.array(fixing).meta({
      description: 'Entries in order of creation. A corrected day appears again.',
    }),
  })
  .meta({ id: 'Fixings', description: 'Index of each day around noon UTC.' })

type LaterFields = Pick<Fixing, 'withheld' | 'method_next' | 'inputs_digest' | 'usdt_usd'>

/** Fields that the first entries didn't have. Digests leave them out if they are null. */
const noLaterFields: LaterFields = { withheld: null, method_next: null, inputs_digest: null, usdt_usd: null }

export type FixingInput = Pick<Fixing, 'number' | 'day' | 'value' | 'sources' | 'slots' | 'correction'> &
  Partial<LaterFields & Pick<Fixing, 'method'>> & {
    readonly confidence: Confidence | null
    readonly madeAtMs: number
    readonly previousDigest: string | null
  }

/** Content of a digest. Confidence is its level alone. */
export type FixingContent = Pick<Fixings, 'asset' | 'fiat'> &
  Omit<Fixing, 'digest' | 'confidence' | keyof LaterFields> &
  Partial<LaterFields> &
  Pick<FixingInput, 'confidence'>

export const fixingContent = (fiatCode: string, facts: FixingInput): FixingContent => ({
  asset,
  fiat: fiatCode,
  number: facts.number,
  day: facts.day,
  value: facts.value,
  confidence: facts.confidence,
  sources: facts.sources,
  slots: facts.slots,
  method: facts.method ?? indexMethod,
  made_at: isoTime(facts.madeAtMs),
  correction: facts.correction,
  previous_digest: facts.previousDigest,
  ...(facts.withheld && { withheld: facts.withheld }),
  ...(facts.method_next && { method_next: facts.method_next }),
  ...(facts.inputs_digest && { inputs_digest: facts.inputs_digest }),
  ...(facts.usdt_usd && { usdt_usd: facts.usdt_usd }),
})

type Link = { readonly content: FixingContent; readonly digest: string }
type FixingsInput = { readonly fiat: string; readonly span: DaySpan; readonly links: readonly Link[] }

export const toFixingsResponse = ({ fiat: code, span, links }: FixingsInput): Fixings => ({
  asset,
  fiat: code,
  ...span,
  fixings: links.map(({ content: { asset: _, fiat: __, confidence, ...own }, digest }) => ({
    ...noLaterFields,
    ...own,
    confidence: confidence && toRecordedConfidenceResponse(confidence),
    digest,
  })),
})

export type DaySpan = { readonly from: string; readonly to: string }

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const shifted = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

export function daysAsked(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): DaySpan {
  const today = dayOf(nowMs)
  if (from === undefined) return { from: shifted(to ?? today, -29), to: to ?? today }
  if (to !== undefined) return { from, to }
  const farthest = shifted(from, mostDays - 1)
  return { from, to: farthest < today ? farthest : today < from ? from : today }
}

const to: Input<string | undefined> = {
  ...optionalDay('The last day; today when absent.'),
  rule: (last, before) => {
    const first = before.get('from')
    if (last === undefined || typeof first !== 'string') return null
    const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1
    return days >= 1 && days <= mostDays ? null : `a day from \`from\` on, at most ${mostDays} days in all`
  },
}

export const daySpan = { from: optionalDay('The first day; 29 days before `to` when absent.'), to }

/**
 * `verifyFixings` checks the chain.
 *
 * @example
 * const { fixings } = await p2p.fixings({ fiat: 'UAH', from: '2026-11-01', to: '2026-11-30' })
 */
export const fixings = defineEndpoint({
  name: 'fixings',
  method: 'GET',
  path: '/index/fixings',
  ...forKeys('Free', 'reader'),
  summary: 'Daily index',
  description:
    'One value per day: the median of the reference index from 11:30 to 12:30 UTC, created at 12:40. At least 7 of the 12 slots must be recorded. Each entry carries the digest of the previous one, so a changed past is detectable. A day is withheld if exchanges with more than a quarter of the usual weight were unreadable. Entries never change; a correction is a new entry for the day.',
  query: { fiat, ...daySpan },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    from: '2026-11-20',
    to: '2026-11-20',
    fixings: [
      {
        number: 1,
        day: '2026-11-20',
        value: 41.185,
        confidence: { level: 'high', reasons: null },
        sources: 5,
        slots: 12,
        method: indexMethod,
        made_at: '2026-11-20T12:40:03.000Z',
        correction: null,
        withheld: null,
        method_next: null,
        inputs_digest: null,
        usdt_usd: { rate: 0.9998, source: 'Kraken', observed_at: '2026-11-20T12:15:00.000Z' },
        previous_digest: null,
        digest: 'd6a1b2800797c234008c8bb28ab22154176fcad521d83a9b766d151b8bcc39f7',
      },
    ],
  },
  table: tableOf([...columnsOf(fixing, { shown: ['confidence'] }), ...usdtUsdColumns], ({ fixings }: Fixings) =>
    fixings.map(({ confidence, usdt_usd: usdtUsd, ...fixing }) => ({
      ...{ ...fixing, ...usdtUsdCells(usdtUsd) },
      confidence: confidence?.level,
    })),
  ),
  ...recordedPrices,
})
