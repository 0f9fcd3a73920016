import type { MarketIndex, OfficialRate } from '@p2p-rates/core'
import { asset, indexMethod, roundIndex, roundPct, type UsdtUsd } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { typeNames } from '../../endpoint/type-names.js'
import { isoTime, wireAsset, wireFiat, wirePercent, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { Official, ReferenceIndex } from '../../generated/types.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'
import { toUsdtUsdResponse, usdtUsdCells, usdtUsdColumns, wireUsdtUsd } from './usdt-usd.js'

export const wireMethod = z.string().meta({ description: 'Version of the method.', examples: [indexMethod] })
export const wireSourceCount = z.int().min(1).meta({ description: 'Number of exchanges in the index.' })

export const wireOfficial: z.ZodType<Official> = z
  .object({
    rate: wirePrice.meta({ description: 'Fiat per US dollar.' }),
    source: z.string().meta({ description: 'Name of the central bank.', examples: ['National Bank of Ukraine'] }),
    day: z.iso.date().meta({ description: 'Day of the rate.', examples: ['2026-11-21'] }),
  })
  .meta({ id: 'OfficialRate', description: 'Official rate of a central bank for one US dollar.' })
  .register(typeNames, { type: 'Official' })

const answer: z.ZodType<ReferenceIndex> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    value: wirePrice.meta({ description: 'The middle between `buy` and `sell`.' }),
    buy: wirePrice.meta({ description: 'Typical buying price. In a crossed market it is below `sell`.' }),
    sell: wirePrice.meta({ description: 'Typical selling price.' }),
    confidence: confidenceSchema,
    sources: wireSourceCount,
    method: wireMethod,
    updated_at: wireTime.meta({ description: 'Receive time of the newest price used, UTC.' }),
    official: wireOfficial.nullable().meta({ description: 'Official US dollar rate; null if none is known.' }),
    premium_pct: wirePercent.nullable().meta({ description: 'Premium of `value` over the official rate, in percent.' }),
    change_24h_pct: wirePercent
      .nullable()
      .meta({ description: 'Change of the index in 24 hours, in percent; null without a recorded value.' }),
    usdt_usd: wireUsdtUsd.nullable().meta({
      description:
        'USDT/USD; null without a reading of the last hour. No price is corrected by it, so `premium_pct` contains it, too.',
    }),
    cite: z.string().meta({ description: 'Sentence that cites the index.' }),
  })
  .meta({ id: 'ReferenceIndex', description: 'Value of one USDT over all exchanges.' })

type IndexInput = {
  readonly fiat: string
  readonly index: MarketIndex
  readonly dayAgo: number | null
  readonly official: OfficialRate | null
  readonly usdtUsd: UsdtUsd | null
  readonly isSimulated: boolean
}

export function toIndexResponse({ fiat, index, dayAgo, official, usdtUsd, isSimulated }: IndexInput): ReferenceIndex {
  const { value, buy, sell, confidence, sources } = index
  const shown = {
    value: roundIndex(value),
    confidence: toConfidenceResponse(confidence),
    sources,
    method: indexMethod,
    updated_at: isoTime(index.updatedAtMs),
  }
  return {
    asset,
    fiat,
    value: shown.value,
    buy: roundIndex(buy),
    sell: roundIndex(sell),
    confidence: shown.confidence,
    sources,
    method: shown.method,
    updated_at: shown.updated_at,
    official: official && toOfficialResponse(official),
    premium_pct: percentAbove(value, official?.rate ?? null),
    change_24h_pct: percentAbove(value, dayAgo),
    usdt_usd: usdtUsd && toUsdtUsdResponse(usdtUsd),
    cite: citation(fiat, shown, isSimulated),
  }
}

export const toOfficialResponse = ({ rate, source, day }: OfficialRate): Official => ({ rate, source, day })

/** As on paper: what binary division adds in the last place decides no half. */
export const percentAbove = (value: number, reference: number | null): number | null =>
  reference === null ? null : roundPct(Number(((value / reference - 1) * 100).toFixed(9)))

type Cited = Pick<ReferenceIndex, 'value' | 'confidence' | 'sources' | 'method' | 'updated_at'>

function citation(fiat: string, cited: Cited, isSimulated: boolean): string {
  const { value, confidence, sources, method, updated_at: updatedAt } = cited
  const made = `${sources} ${sources === 1 ? 'exchange' : 'exchanges'}, ${confidence.level} confidence`
  const warning = isSimulated ? ' Simulated: this price never existed.' : ''
  return `1 USDT = ${value} ${fiat}, p2p-rates reference index (method ${method}, ${made}), ${updatedAt}.${warning}`
}

const indexColumns = [
  'fiat',
  'value',
  'buy',
  'sell',
  'confidence',
  'sources',
  'method',
  'updated_at',
  'official_rate',
  'official_source',
  'official_day',
  'premium_pct',
  'change_24h_pct',
  'cite',
  ...usdtUsdColumns,
] as const

const flatIndex = ({ official, confidence, usdt_usd: usdtUsd, ...figures }: ReferenceIndex) => ({
  ...figures,
  confidence: confidence.level,
  official_rate: official?.rate,
  official_source: official?.source,
  official_day: official?.day,
  ...usdtUsdCells(usdtUsd),
})

/**
 * @example
 * const { value, confidence, cite } = await p2p.index({ fiat: 'UAH' })
 */
export const index = defineEndpoint({
  name: 'index',
  method: 'GET',
  path: '/index',
  ...forKeys('Free', 'reader'),
  summary: 'The reference index of a currency',
  description:
    'One price over all exchanges that no single ad or exchange decides, with its confidence and a sentence that cites it. Recorded every 5 minutes: `history`, `candles` and `stats` accept `exchange=index`.',
  query: { fiat },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    value: 41.185,
    buy: 41.36,
    sell: 41.01,
    confidence: { level: 'high', reasons: [] },
    sources: 5,
    method: indexMethod,
    updated_at: '2026-11-21T10:05:12.000Z',
    official: { rate: 40.12, source: 'National Bank of Ukraine', day: '2026-11-21' },
    premium_pct: 2.65,
    change_24h_pct: -0.12,
    usdt_usd: { rate: 0.9998, source: 'Kraken', observed_at: '2026-11-21T10:02:00.000Z' },
    cite: '1 USDT = 41.185 UAH, p2p-rates reference index (method index-1, 5 exchanges, high confidence), 2026-11-21T10:05:12.000Z.',
  },
  table: tableOf(indexColumns, (one: ReferenceIndex) => [flatIndex(one)]),
  errors: ['data_unavailable', 'storage_unavailable'],
  ...cachedPrices,
})
