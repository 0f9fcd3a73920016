import {
  asset,
  type Fiat,
  indexMethod,
  type MarketIndex,
  type OfficialRate,
  roundIndex,
  roundPct,
} from '@p2p-rates/core'
import { z } from 'zod'
import { fiat } from './common-inputs.js'
import { type ConfidenceAnswer, confidenceSchema, toConfidenceResponse } from './confidence.js'
import { tableOf } from './csv.js'
import { defineEndpoint } from './define-endpoint.js'
import type { InputsOf } from './input.js'
import { isoTime, type LooseEnum, wireAsset, wireFiat, wirePercent, wirePrice, wireTime } from './wire.js'

export type IndexQuery = {
  /** Currency code; UAH when absent. */
  readonly fiat?: LooseEnum<Fiat> | undefined
}

/** Reference price of one USDT in a currency: the centre of its exchanges' honest prices, not the best ad. */
export type ReferenceIndex = {
  readonly asset: typeof asset
  readonly fiat: LooseEnum<Fiat>
  /** The middle between `buy` and `sell`. */
  readonly value: number
  /** Ordinary buying price. In a crossed market it lies below `sell`. */
  readonly buy: number
  readonly sell: number
  readonly confidence: ConfidenceAnswer
  /** Number of exchanges used. */
  readonly sources: number
  /** Version of the method. */
  readonly method: string
  /** When the newest price used was received, ISO 8601 UTC. */
  readonly updated_at: string
  /** Official US dollar rate of a central bank; `null` if none is known. */
  readonly official: Official | null
  /** Percent by which `value` lies above the official rate. */
  readonly premium_pct: number | null
  /** Percent by which it lies above the index of 24 hours ago; `null` where none is on record. */
  readonly change_24h_pct: number | null
  readonly cite: string
}

export type Official = {
  /** Fiat per US dollar. */
  readonly rate: number
  readonly source: string
  /** The day it is for, `YYYY-MM-DD`. */
  readonly day: string
}

export const wireMethod = z.string().meta({ description: 'Version of the method.', examples: [indexMethod] })
export const wireSourceCount = z.int().min(1).meta({ description: 'How many exchanges it is made of.' })

export const wireOfficial: z.ZodType<Official> = z
  .object({
    rate: wirePrice.meta({ description: 'Fiat per US dollar.' }),
    source: z.string().meta({ description: 'Who says so.', examples: ['National Bank of Ukraine'] }),
    day: z.iso.date().meta({ description: 'The day it is for.', examples: ['2026-11-21'] }),
  })
  .meta({ id: 'OfficialRate', description: 'What a central bank says a US dollar costs.' })

const answer: z.ZodType<ReferenceIndex> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    value: wirePrice.meta({ description: 'The middle between `buy` and `sell`.' }),
    buy: wirePrice.meta({ description: 'What you ordinarily pay. In a crossed market it lies below `sell`.' }),
    sell: wirePrice.meta({ description: 'What you ordinarily get.' }),
    confidence: confidenceSchema,
    sources: wireSourceCount,
    method: wireMethod,
    updated_at: wireTime.meta({ description: 'When the newest price used was received, UTC.' }),
    official: wireOfficial.nullable(),
    premium_pct: wirePercent.nullable().meta({ description: 'Percent by which `value` lies above the official rate.' }),
    change_24h_pct: wirePercent
      .nullable()
      .meta({ description: 'Percent by which it lies above the index of 24 hours ago; null where none is on record.' }),
    cite: z.string().meta({ description: 'A sentence by which it can be cited.' }),
  })
  .meta({ id: 'ReferenceIndex', description: 'What one USDT is worth, over all exchanges.' })

type IndexInput = {
  readonly fiat: string
  readonly index: MarketIndex
  readonly dayAgo: number | null
  readonly official: OfficialRate | null
  readonly isSimulated: boolean
}

export function toIndexResponse({ fiat, index, dayAgo, official, isSimulated }: IndexInput): ReferenceIndex {
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
] as const

const flatIndex = ({ official, confidence, ...figures }: ReferenceIndex) => ({
  ...figures,
  confidence: confidence.level,
  official_rate: official?.rate,
  official_source: official?.source,
  official_day: official?.day,
})

export const index = defineEndpoint({
  name: 'index',
  method: 'GET',
  path: '/index',
  access: { kind: 'key', plan: 'Free' },
  summary: 'The reference index of a currency',
  description:
    'One figure over all exchanges that no single ad and no single exchange decides, with how sure it is and a sentence to cite it by. Recorded every five minutes: `history`, `candles` and `stats` take `exchange=index`.',
  query: { fiat } satisfies InputsOf<IndexQuery>,
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
    cite: '1 USDT = 41.185 UAH, p2p-rates reference index (method index-1, 5 exchanges, high confidence), 2026-11-21T10:05:12.000Z.',
  },
  table: tableOf(indexColumns, (one: ReferenceIndex) => [flatIndex(one)]),
  errors: ['data_unavailable', 'storage_unavailable'],
  carriesPrices: true,
  cacheable: true,
})
