import type { Stats as CoreStats } from '@p2p-rates/core'
import { asset, roundPct, roundPrice, verdicts } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { bestOfAll, fiat, includeParam, series, wireSeries } from '../../endpoint/common-inputs.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { coreWords } from '../../endpoint/type-names.js'
import {
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireFiat,
  wirePercent,
  wirePrice,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { SeriesName } from '../../endpoint/wire-types.js'
import type { Stats } from '../../generated/types.js'

const answer: z.ZodType<Stats> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    exchange: wireSeries.exactOptional().meta({ description: 'Requested series, if it is not `best`.' }),
    best_buy_now: wirePrice.meta({ description: 'The best price at which you buy USDT now.' }),
    updated_at: wireUpdatedAt.exactOptional().meta({
      description: 'Receive time of the newest price behind `best_buy_now`, UTC. Only with `include=updated_at`.',
    }),
    avg_24h: wirePrice.meta({ description: 'Average over 24 hours.' }),
    avg_7d: wirePrice.meta({ description: 'Average over 7 days.' }),
    min_24h: wirePrice.meta({ description: 'Minimum over 24 hours, without single outliers.' }),
    delta_vs_24h_pct: wirePercent.meta({
      description: 'Percent by which the current price is above its 24-hour average.',
    }),
    delta_vs_7d_pct: wirePercent.meta({
      description: 'Percent by which the current price is above its 7-day average.',
    }),
    verdict: coreWords('Verdict', verdicts).meta({
      description: 'Current price compared with its usual movement: `high` is expensive for a buyer.',
      examples: ['high'],
    }),
    cheapest_hours_kyiv: z
      .array(
        z
          .object({
            hour: z.int().min(0).max(23).meta({ description: 'Hour of the day, Kyiv time.' }),
            delta_pct: wirePercent.meta({ description: 'Negative: cheaper than the average hour.', examples: [-0.21] }),
          })
          .meta({ id: 'CheapHour' }),
      )
      .meta({ description: 'Hours that are reliably cheaper, the cheapest first; often none.' }),
    data_points: wireCount.meta({ description: 'Price points of the last 7 days behind these figures.' }),
  })
  .meta({ id: 'Stats', description: 'Current buy price compared with the last day and week.' })

export const toStatsResponse = (
  fiatCode: string,
  facts: CoreStats,
  exchange: SeriesName = bestOfAll,
  updatedAtMs?: number | null,
): Stats => ({
  asset,
  fiat: fiatCode,
  ...(exchange === bestOfAll ? {} : { exchange }),
  best_buy_now: facts.bestBuyNow,
  ...(updatedAtMs === undefined ? {} : { updated_at: toUpdatedAtResponse(updatedAtMs) }),
  avg_24h: roundPrice(facts.average24h),
  avg_7d: roundPrice(facts.average7d),
  // The price now is shown as published, and rounding must not lift the minimum above it.
  min_24h: Math.min(roundPrice(facts.lowest24h), facts.bestBuyNow),
  delta_vs_24h_pct: roundPct(facts.deltaVs24hPct),
  delta_vs_7d_pct: roundPct(facts.deltaVs7dPct),
  verdict: facts.verdict,
  cheapest_hours_kyiv: facts.cheapestHoursKyiv.map(({ hour, deltaPct }) => ({ hour, delta_pct: roundPct(deltaPct) })),
  data_points: facts.dataPoints,
})

export const stats = defineEndpoint({
  name: 'stats',
  method: 'GET',
  path: '/stats',
  ...forKeys('Starter', 'reader'),
  summary: 'Averages, minimum, verdict, cheapest hours',
  description:
    'Compares the current buy price with the last 24 hours and 7 days. The price is the best across all exchanges, that of one exchange, or the index.',
  query: {
    fiat,
    exchange: series,
    include: includeParam(
      ['updated_at'] as const,
      'Adds `updated_at`, the receive time of the newest price behind `best_buy_now`.',
    ),
  },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    best_buy_now: 41.32,
    avg_24h: 41.05,
    avg_7d: 41.11,
    min_24h: 40.92,
    delta_vs_24h_pct: 0.66,
    delta_vs_7d_pct: 0.51,
    verdict: 'high',
    cheapest_hours_kyiv: [{ hour: 5, delta_pct: -0.21 }],
    data_points: 2016,
  },
  errors: ['data_unavailable', 'storage_unavailable'],
  ...cachedPrices,
})
