import type { Confidence } from '@p2p-rates/core'
import { asset, confidenceLevels, minCases, roundPct, type TrackMeasure } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { bestOfAll, daysBack, optionalExchange, optionalFiat } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { coreWords } from '../../endpoint/type-names.js'
import { wireAsset, wireCount, wireExchange, wireFiat, wirePercent } from '../../endpoint/wire-schemas.js'
import type { ExchangeName } from '../../endpoint/wire-types.js'
import type { TrackCounts, TrackRecord, TrackShare } from '../../generated/types.js'
import { wireConfidenceLevel } from '../prices/confidence.js'

const trackShare = z
  .object({
    cases: wireCount.meta({ description: 'Prices that a later look has answered.' }),
    count: wireCount.meta({ description: 'Cases in which it holds.' }),
    share_pct: wirePercent
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: `Null below ${minCases} cases.`, examples: [94.04] }),
  })
  .meta({ id: 'TrackShare', description: 'Share of the best prices for which something holds.' })

const counts = {
  published: wireCount.meta({ description: 'Best prices published: the first of each side in every 5 minutes.' }),
  next_look: trackShare.meta({
    description: 'Still there when the exchange was read next: the same ad, at this price or a better one.',
  }),
  after_15_minutes: trackShare.meta({ description: 'Still there at the first look after 15 minutes.' }),
  after_60_minutes: trackShare.meta({ description: 'Still there at the first look after 60 minutes.' }),
  bait: trackShare.meta({
    description:
      'Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed, and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as cases.',
  }),
  trusted_bait: trackShare.meta({
    description: 'The same for all trusted ads: the first 10 of each exchange and side, once an hour.',
  }),
  interval: trackShare.meta({
    description:
      'Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of its ads that were the best of all. Whether an advertiser completes an order cannot be seen.',
  }),
  front: trackShare.meta({
    description:
      'Best prices at the next look that are still better than all ads behind the price centres. Counted if at least 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last 7 days are the `record` of `include=interval`.',
  }),
}

const trackCounts = z
  .object(counts)
  .meta({ id: 'TrackCounts', description: 'Counts of later looks at the best prices.' })

const byConfidence = z.object({ confidence: wireConfidenceLevel, ...counts }).meta({
  ...{ id: 'ConfidenceTrack', description: 'Best prices of one level of confidence.' },
})
const byExchange = z.object({ exchange: wireExchange, ...counts }).meta({
  ...{ id: 'ExchangeTrack', description: 'Best prices of one exchange.' },
})
const byFiat = z.object({ fiat: wireFiat, ...counts }).meta({
  ...{ id: 'FiatTrack', description: 'Best prices in one currency.' },
})
const byDay = z
  .object({ day: z.iso.date().meta({ description: 'A UTC day.', examples: ['2026-11-21'] }), ...counts })
  .meta({ id: 'DayTrack', description: 'Best prices published on one day.' })

const answer: z.ZodType<TrackRecord> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat.nullable().meta({ description: 'Null for all currencies.' }),
    exchange: wireExchange.nullable().meta({ description: 'Null for the best prices of all exchanges together.' }),
    confidence: wireConfidenceLevel.nullable().meta({ description: 'Null for all levels.' }),
    days: wireCount.meta({ description: 'Days used, today included.' }),
    recorded_from: z.iso.date().nullable().meta({ description: 'First of these days with a record, UTC.' }),
    all: trackCounts,
    by_confidence: z.array(byConfidence).meta({ description: 'High confidence first.' }),
    by_exchange: z.array(byExchange).meta({ description: 'Best prices of each exchange by itself.' }),
    by_fiat: z.array(byFiat),
    by_day: z.array(byDay).meta({ description: 'Oldest first. Days without a record are left out.' }),
  })
  .meta({ id: 'TrackRecord', description: 'Later looks at the best prices that this server published.' })

type RecordedCount = {
  readonly series: string
  readonly confidence: Confidence
  readonly measure: TrackMeasure
  readonly cases: number
  readonly held: number
}

type TrackRecordInput = {
  readonly fiat: string | null
  readonly exchange: ExchangeName | null
  readonly confidence: Confidence | null
  readonly days: number
  /** In the order of the answer. */
  readonly exchanges: readonly ExchangeName[]
  /** Oldest first. */
  readonly recorded: readonly {
    readonly fiat: string
    readonly day: string
    readonly counts: readonly RecordedCount[]
  }[]
}

export function toTrackRecordResponse(facts: TrackRecordInput): TrackRecord {
  const { fiat, exchange, confidence, days, exchanges, recorded } = facts
  const rows = recorded.flatMap(({ counts, ...of }) =>
    counts
      .filter((count) => confidence === null || count.confidence === confidence)
      .map((count) => ({ ...of, ...count })),
  )
  const ofSeries = rows.filter(({ series }) => series === (exchange ?? bestOfAll))
  const each = <Word extends string>(words: readonly Word[], field: 'confidence' | 'fiat' | 'day') =>
    words.flatMap((word) =>
      someOf(
        word,
        ofSeries.filter((row) => row[field] === word),
      ),
    )
  const namesOf = (field: 'fiat' | 'day') => [...new Set(ofSeries.map((row) => row[field]))]
  return {
    ...{ asset, fiat, exchange, confidence, days },
    recorded_from: recorded[0]?.day ?? null,
    all: toCountsResponse(ofSeries),
    by_confidence: each(confidenceLevels.toReversed(), 'confidence').map(([level, found]) => ({
      confidence: level,
      ...found,
    })),
    by_exchange: exchanges
      .filter((id) => exchange === null || id === exchange)
      .flatMap((id) =>
        someOf(
          id,
          rows.filter(({ series }) => series === id),
        ),
      )
      .map(([id, found]) => ({ exchange: id, ...found })),
    by_fiat: each(namesOf('fiat').sort(), 'fiat').map(([code, found]) => ({ fiat: code, ...found })),
    by_day: each(namesOf('day'), 'day').map(([day, found]) => ({ day, ...found })),
  }
}

const someOf = <Word>(word: Word, rows: readonly RecordedCount[]): readonly (readonly [Word, TrackCounts])[] =>
  rows.length === 0 ? [] : [[word, toCountsResponse(rows)]]

function toCountsResponse(rows: readonly RecordedCount[]): TrackCounts {
  const shareOf = (measure: TrackMeasure): TrackShare => {
    const some = rows.filter((row) => row.measure === measure)
    const cases = some.reduce((sum, row) => sum + row.cases, 0)
    const count = some.reduce((sum, row) => sum + row.held, 0)
    return { cases, count, share_pct: cases < minCases ? null : roundPct((100 * count) / cases) }
  }
  return {
    published: shareOf('published').cases,
    next_look: shareOf('next'),
    after_15_minutes: shareOf('after_15'),
    after_60_minutes: shareOf('after_60'),
    bait: shareOf('bait'),
    trusted_bait: shareOf('trusted_bait'),
    interval: shareOf('interval'),
    front: shareOf('front'),
  }
}

const confidence: Input<Confidence | undefined> = {
  schema: coreWords('Confidence', confidenceLevels)
    .optional()
    .meta({ description: 'Only prices that were published with this confidence.' }),
  expects: confidenceLevels.join(', '),
  words: confidenceLevels,
}

const measures = [
  'next_look',
  'after_15_minutes',
  'after_60_minutes',
  'bait',
  'trusted_bait',
  'interval',
  'front',
] as const
const shareColumns = columnsOf(trackShare)

const flat = (shares: Readonly<Record<(typeof measures)[number], TrackShare>>) =>
  Object.fromEntries(
    measures.flatMap((measure) => shareColumns.map((column) => [`${measure}_${column}`, shares[measure][column]])),
  )

const exampleCounts: TrackCounts = {
  published: 560,
  next_look: { cases: 558, count: 530, share_pct: 94.98 },
  after_15_minutes: { cases: 552, count: 468, share_pct: 84.78 },
  after_60_minutes: { cases: 540, count: 324, share_pct: 60 },
  bait: { cases: 540, count: 6, share_pct: 1.11 },
  trusted_bait: { cases: 2140, count: 27, share_pct: 1.26 },
  interval: { cases: 544, count: 519, share_pct: 95.4 },
  front: { cases: 530, count: 515, share_pct: 97.17 },
}

/**
 * @example
 * const { all } = await p2p.trackRecord({ fiat: 'UAH', days: 30 })
 * console.log(all.after_15_minutes.share_pct, 'of', all.after_15_minutes.cases)
 */
export const trackRecord = defineEndpoint({
  name: 'track-record',
  method: 'GET',
  path: '/track-record',
  ...forKeys('Free', 'reader'),
  summary: 'Best prices that were still there later',
  description:
    'This server compares the best prices that it published with its later looks, and counts. By confidence, exchange, currency and day: how many ads were still there at the next look and after 15 and 60 minutes, how many trusted ads were bait with hindsight, and how often the bounds of `include=interval` held. Looks that are missing or more than 10 minutes late (15 for the next look) answer nothing.',
  query: {
    fiat: optionalFiat('Only this currency; all of them when absent.'),
    exchange: optionalExchange('Only the best prices of this exchange; those of all exchanges together when absent.'),
    confidence,
    days: daysBack('Days back'),
  },
  answer,
  table: tableOf(
    [
      'day',
      'published',
      ...measures.flatMap((measure) => shareColumns.map((column) => `${measure}_${column}` as const)),
    ],
    ({ by_day }: TrackRecord) => by_day.map(({ day, published, ...shares }) => ({ day, published, ...flat(shares) })),
  ),
  example: {
    ...{ asset, fiat: 'UAH', exchange: null, confidence: null, days: 1, recorded_from: '2026-11-21' },
    all: exampleCounts,
    by_confidence: [{ confidence: 'high', ...exampleCounts }],
    by_exchange: [{ exchange: 'bybit', ...exampleCounts }],
    by_fiat: [{ fiat: 'UAH', ...exampleCounts }],
    by_day: [{ day: '2026-11-21', ...exampleCounts }],
  },
  ...recordedPrices,
})
