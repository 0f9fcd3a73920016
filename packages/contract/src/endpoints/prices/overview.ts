import type { MarketIndex, MarketRates } from '@p2p-rates/core'
import { asset, roundIndex } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import {
  isoTime,
  wireAsset,
  wireCount,
  wireFiat,
  wirePercent,
  wirePrice,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { CurrencyOverview, Overview } from '../../generated/types.js'
import { bestPriceSchema, toBestResponse } from './best-price.js'
import { confidenceSchema, headlineConfidenceSchema, toConfidenceResponse, toHeadlinesResponse } from './confidence.js'
import { percentAbove } from './reference-index.js'

const answer: z.ZodType<Overview> = z
  .object({
    asset: wireAsset,
    generated_at: wireTime.meta({ description: 'Time to which ages refer, UTC.' }),
    currencies: z
      .array(
        z
          .object({
            fiat: wireFiat,
            best_buy: bestPriceSchema
              .nullable()
              .meta({ description: 'The lowest reliable price at which you buy USDT.' }),
            best_sell: bestPriceSchema
              .nullable()
              .meta({ description: 'The highest reliable price at which you sell USDT.' }),
            confidence: z
              .object({ buy: headlineConfidenceSchema, sell: headlineConfidenceSchema })
              .nullable()
              .meta({ description: 'Confidence in each best price, with the reasons for doubt.' }),
            index: wirePrice.nullable().meta({ description: 'Reference index, as in `index`.' }),
            change_24h_pct: wirePercent.nullable().meta({
              description: 'Change of the index in 24 hours, in percent; null without a recorded value.',
            }),
            index_confidence: confidenceSchema.nullable().meta({ description: 'Confidence in the index.' }),
            updated_at: wireTime.nullable().meta({ description: 'Receive time of the newest price used, UTC.' }),
            age_seconds: wireCount.nullable().meta({ description: 'Seconds from `updated_at` to `generated_at`.' }),
          })
          .meta({ id: 'CurrencyOverview', description: 'All fields are null without fresh data.' }),
      )
      .meta({ description: 'All collected currencies, in the order of `markets`.' }),
  })
  .meta({ id: 'Overview', description: 'All currencies at once.' })

export type CurrencyInput = {
  readonly rates: MarketRates
  readonly index: MarketIndex | null
  readonly dayAgo: number | null
  readonly updatedAtMs: number
}

type OverviewInput = {
  /** No later than this; the newest price may be younger. */
  readonly sinceMs: number
  /** Null without fresh data. */
  readonly currencies: readonly { readonly fiat: string; readonly facts: CurrencyInput | null }[]
}

/** The same facts make the same answer at any moment of the time that begins with `sinceMs`. */
export function toOverviewResponse({ sinceMs, currencies }: OverviewInput): Overview {
  const asOfMs = Math.max(sinceMs, ...currencies.map(({ facts }) => facts?.updatedAtMs ?? sinceMs))
  return {
    asset,
    generated_at: isoTime(asOfMs),
    currencies: currencies.map(({ fiat, facts }) => (facts === null ? unknown(fiat) : known(fiat, facts, asOfMs))),
  }
}

const known = (
  fiat: string,
  { rates, index, dayAgo, updatedAtMs }: CurrencyInput,
  asOfMs: number,
): CurrencyOverview => ({
  fiat,
  best_buy: rates.bestBuy && toBestResponse(rates.bestBuy),
  best_sell: rates.bestSell && toBestResponse(rates.bestSell),
  confidence: toHeadlinesResponse(rates),
  index: index && roundIndex(index.value),
  change_24h_pct: index && percentAbove(index.value, dayAgo),
  index_confidence: index && toConfidenceResponse(index.confidence),
  updated_at: isoTime(updatedAtMs),
  age_seconds: Math.floor((asOfMs - updatedAtMs) / 1000),
})

const unknown = (fiat: string): CurrencyOverview => ({
  fiat,
  best_buy: null,
  best_sell: null,
  confidence: null,
  index: null,
  change_24h_pct: null,
  index_confidence: null,
  updated_at: null,
  age_seconds: null,
})

const flat = ({
  best_buy: buy,
  best_sell: sell,
  confidence,
  index_confidence: ofIndex,
  ...line
}: CurrencyOverview) => ({
  ...line,
  index_confidence: ofIndex?.level,
  buy_confidence: confidence?.buy.level,
  sell_confidence: confidence?.sell.level,
  buy: buy?.price,
  buy_exchange: buy?.exchange,
  sell: sell?.price,
  sell_exchange: sell?.exchange,
})

const columns = [
  'fiat',
  'buy',
  'buy_exchange',
  'buy_confidence',
  'sell',
  'sell_exchange',
  'sell_confidence',
  'index',
  'change_24h_pct',
  'index_confidence',
  'updated_at',
  'age_seconds',
] as const

/**
 * @example
 * const { currencies } = await p2p.overview()
 * for (const { fiat, index, change_24h_pct } of currencies) console.log(fiat, index ?? 'nothing fresh', change_24h_pct)
 */
export const overview = defineEndpoint({
  name: 'overview',
  method: 'GET',
  path: '/overview',
  ...forKeys('Free', 'reader'),
  summary: 'All currencies at once',
  description:
    'Returns one line per currency: the best reliable prices with exchange and confidence, and the reference index with its confidence and 24-hour change. Each line has the age of its data. One call replaces one request per currency.',
  answer,
  table: tableOf(columns, ({ currencies }: Overview) => currencies.map(flat)),
  example: {
    asset,
    generated_at: '2026-11-21T10:06:00.000Z',
    currencies: [
      {
        fiat: 'UAH',
        best_buy: { price: 41.3, exchange: 'okx' },
        best_sell: { price: 41.05, exchange: 'binance' },
        confidence: { buy: { level: 'high', reasons: [] }, sell: { level: 'high', reasons: [] } },
        index: 41.185,
        change_24h_pct: -0.12,
        index_confidence: { level: 'high', reasons: [] },
        updated_at: '2026-11-21T10:05:12.000Z',
        age_seconds: 48,
      },
      unknown('EUR'),
    ],
  },
  ...recordedPrices,
})
