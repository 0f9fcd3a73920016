import { asset, roundPct, slotMs, slotStartMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { daysBack, fiat, optionalExchange, wireSeries } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import { ownWords } from '../../endpoint/type-names.js'
import {
  isoTime,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wirePercent,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { ExchangeName, SeriesName } from '../../endpoint/wire-types.js'
import type { GapReason, Quality, SeriesGap, SeriesQuality, SourceCause, SourceState } from '../../generated/types.js'
import { type IncidentInput, incidentSchema, sourceCauses, toIncidentResponse } from '../pages/source-history.js'

/**
 * State of the source in most minutes of the gap. `no_price`: it answered, but no price was reliable. `unobserved`:
 * this server did not check. `unknown`: the state has expired.
 */
export const gapReasons = [
  'stale',
  'frozen',
  'blocked',
  'empty',
  'unsupported',
  'held_out',
  'no_price',
  'unobserved',
  'unknown',
] as const satisfies readonly (SourceState | 'no_price' | 'unobserved' | 'unknown')[]

const wireShare = wirePercent
  .min(0)
  .max(100)
  .nullable()
  .meta({ description: 'Null without slots.', examples: [99.65] })
const slots = wireCount.meta({ description: 'Closed 5-minute slots since recording began.' })
const present = wireCount.meta({ description: 'Slots with a price.' })

const dayQuality = z
  .object({
    day: z.iso.date().meta({ description: 'A UTC day.', examples: ['2026-11-21'] }),
    slots,
    present,
    share_pct: wireShare,
  })
  .meta({ id: 'DayQuality', description: 'A UTC day.' })

const seriesQuality = z
  .object({
    exchange: wireSeries.meta({ description: 'An exchange, `best` or `index`.' }),
    recorded_from_at: wireTime.nullable().meta({
      description:
        'Start of its oldest slot with a price, or of its oldest day if that day has none; null without a record.',
    }),
    slots,
    present,
    share_pct: wireShare,
    days: z.array(dayQuality),
  })
  .meta({ id: 'SeriesQuality', description: 'Completeness of a series.' })

const seriesGap = z
  .object({
    exchange: wireSeries.meta({ description: 'An exchange, `best` or `index`.' }),
    started_at: wireTime,
    ended_at: wireTime.nullable().meta({ description: 'Null while it continues.' }),
    seconds: wireCount,
    reason: ownWords('GapReason', gapReasons).meta({
      description:
        'State of the source in most minutes of the gap. no_price: it answered, but no price was reliable. unobserved: this server did not check. unknown: older than the stored states.',
    }),
    cause: ownWords('SourceCause', sourceCauses).nullable().meta({ description: 'Cause, if known.' }),
  })
  .meta({ id: 'SeriesGap', description: 'Consecutive slots without a price.' })

const wireAge = wireCount.nullable()

const sourceFreshness = z
  .object({
    exchange: wireExchange,
    checks: wireCount.meta({ description: 'Number of checks, one per minute.' }),
    p50_seconds: wireAge.meta({
      description: 'Median age in seconds, to the minute; 660 means more than 10 minutes.',
    }),
    p95_seconds: wireAge.meta({ description: '95th percentile of the age in seconds.' }),
    target_seconds: wireCount.meta({ description: 'Target interval between two requests to an exchange, in seconds.' }),
    within_target_pct: wireShare.meta({
      description: 'Share of the checks with data no older than the target.',
    }),
  })
  .meta({ id: 'SourceFreshness', description: 'Age of the data of an exchange.' })

const answer: z.ZodType<Quality> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    exchange: wireExchange.nullable().meta({ description: 'Null for all exchanges.' }),
    days: wireCount.meta({ description: 'Days used.' }),
    from_at: wireTime.meta({ description: 'Start of the first day, UTC.' }),
    to_at: wireTime.meta({ description: 'Start of the current slot, UTC.' }),
    series: z.array(seriesQuality),
    gaps: z.array(seriesGap).meta({ description: 'Longest first, at most 20.' }),
    freshness: z.array(sourceFreshness),
    incidents: z.array(incidentSchema).meta({ description: 'Ongoing incidents first, then the newest.' }),
  })
  .meta({ id: 'Quality', description: 'Completeness and freshness of the record of a currency, with incidents.' })

/** Slots since the epoch: `from` included, `to` not. */
type SlotRun = { readonly from: number; readonly to: number }

type SeriesInput = {
  readonly exchange: SeriesName
  readonly firstSlot: number | null
  readonly missing: readonly SlotRun[]
  readonly why: (run: SlotRun) => { readonly reason: GapReason; readonly cause: SourceCause | null }
}

type FreshnessInput = {
  readonly exchange: ExchangeName
  readonly checks: number
  readonly p50Seconds: number | null
  readonly p95Seconds: number | null
  readonly within: (seconds: number) => number | null
}

export type QualityInput = {
  readonly fiat: string
  readonly exchange: ExchangeName | null
  readonly days: number
  /** The span: from a midnight up to the slot that is running. */
  readonly span: SlotRun
  readonly targetSeconds: number
  readonly series: readonly SeriesInput[]
  readonly freshness: readonly FreshnessInput[]
  readonly incidents: readonly IncidentInput[]
}

const mostGaps = 20
const slotsPerDay = 86_400_000 / slotMs

export function toQualityResponse(facts: QualityInput): Quality {
  const { fiat, exchange, days, span, targetSeconds } = facts
  return {
    asset,
    fiat,
    exchange,
    days,
    from_at: isoTime(slotStartMs(span.from)),
    to_at: isoTime(slotStartMs(span.to)),
    series: facts.series.map((series) => toSeriesResponse(series, span, days)),
    gaps: facts.series
      .flatMap((series) => gapsOf(series, span))
      .toSorted(longestFirst)
      .slice(0, mostGaps)
      .map(toGapResponse),
    freshness: facts.freshness.map(({ within, ...found }) => ({
      exchange: found.exchange,
      checks: found.checks,
      p50_seconds: found.p50Seconds,
      p95_seconds: found.p95Seconds,
      target_seconds: targetSeconds,
      within_target_pct: sharePct(within(targetSeconds)),
    })),
    incidents: facts.incidents.map(toIncidentResponse),
  }
}

/** Cut a run to the recorded time, so that earlier slots don't count as missing. */
function recordedIn({ firstSlot }: SeriesInput, { from, to }: SlotRun): SlotRun {
  const start = Math.min(to, Math.max(from, firstSlot ?? to))
  return { from: start, to }
}

const overlap = (one: SlotRun, other: SlotRun): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))

function toSeriesResponse(series: SeriesInput, span: SlotRun, days: number): SeriesQuality {
  const { exchange, firstSlot, missing } = series
  const recorded = recordedIn(series, span)
  const countsIn = (run: SlotRun) => {
    const within = { from: Math.max(run.from, recorded.from), to: Math.min(run.to, recorded.to) }
    const slots = Math.max(0, within.to - within.from)
    const present = slots - missing.reduce((sum, gap) => sum + overlap(gap, within), 0)
    return { slots, present, share_pct: sharePct(slots === 0 ? null : present / slots) }
  }
  return {
    exchange,
    recorded_from_at: firstSlot === null ? null : isoTime(slotStartMs(firstSlot)),
    ...countsIn(span),
    // Include today even before its first slot has closed.
    days: Array.from({ length: days }, (_, day) => {
      const from = span.from + day * slotsPerDay
      return { day: isoTime(slotStartMs(from)).slice(0, 10), ...countsIn({ from, to: from + slotsPerDay }) }
    }),
  }
}

/** Round down, so that only complete data shows 100 %. */
const sharePct = (share: number | null): number | null =>
  share === null ? null : roundPct(Math.floor(share * 10_000 + 1e-9) / 100)

type MissingRun = { readonly series: SeriesInput; readonly run: SlotRun; readonly isOpen: boolean }

function gapsOf(series: SeriesInput, span: SlotRun): readonly MissingRun[] {
  const recorded = recordedIn(series, span)
  return series.missing
    .map(({ from, to }) => ({ from: Math.max(from, recorded.from), to: Math.min(to, recorded.to) }))
    .filter(({ from, to }) => to > from)
    .map((run) => ({ series, run, isOpen: run.to === span.to }))
}

const longestFirst = (one: MissingRun, other: MissingRun): number =>
  other.run.to - other.run.from - (one.run.to - one.run.from) || other.run.from - one.run.from

function toGapResponse({ series, run, isOpen }: MissingRun): SeriesGap {
  return {
    exchange: series.exchange,
    started_at: isoTime(slotStartMs(run.from)),
    ended_at: isOpen ? null : isoTime(slotStartMs(run.to)),
    seconds: ((run.to - run.from) * slotMs) / 1000,
    ...series.why(run),
  }
}

/**
 * @example
 * const { series, gaps } = await p2p.quality({ fiat: 'UAH', days: 30 })
 * for (const { exchange, share_pct } of series) console.log(exchange, share_pct)
 */
export const quality = defineEndpoint({
  name: 'quality',
  method: 'GET',
  path: '/quality',
  ...forKeys('Free', 'reader'),
  summary: 'Completeness and freshness of the record',
  description:
    'For each series of a currency: the 5-minute slots with a price on each day, and the longest gaps with reasons. For each exchange: the age of its data compared with the target. Also lists incidents. Calculated from records only, without manual edits.',
  query: {
    fiat,
    exchange: optionalExchange('Only this exchange; all of them, `best` and `index` when absent.'),
    days: daysBack('Days back'),
  },
  answer,
  table: tableOf(['exchange', ...columnsOf(dayQuality)], ({ series }: Quality) =>
    series.flatMap(({ exchange, days }) => days.map((day) => ({ exchange, ...day }))),
  ),
  example: {
    asset,
    fiat: 'UAH',
    exchange: 'bybit',
    days: 1,
    from_at: '2026-11-21T00:00:00.000Z',
    to_at: '2026-11-21T10:05:00.000Z',
    series: [
      {
        exchange: 'bybit',
        recorded_from_at: '2026-06-03T08:15:00.000Z',
        slots: 121,
        present: 118,
        share_pct: 97.52,
        days: [{ day: '2026-11-21', slots: 121, present: 118, share_pct: 97.52 }],
      },
    ],
    gaps: [
      {
        exchange: 'bybit',
        started_at: '2026-11-21T07:10:00.000Z',
        ended_at: '2026-11-21T07:25:00.000Z',
        seconds: 900,
        reason: 'blocked',
        cause: 'blocked',
      },
    ],
    freshness: [
      {
        exchange: 'bybit',
        checks: 605,
        p50_seconds: 180,
        p95_seconds: 360,
        target_seconds: 300,
        within_target_pct: 94.04,
      },
    ],
    incidents: [
      {
        kind: 'blocked',
        exchange: 'bybit',
        cause: 'blocked',
        fiats: ['UAH', 'EUR'],
        started_at: '2026-11-21T07:02:00.000Z',
        ended_at: '2026-11-21T07:24:00.000Z',
      },
    ],
  },
  ...recordedPrices,
})
