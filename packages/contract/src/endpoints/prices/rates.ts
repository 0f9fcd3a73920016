import { type MarketRates, nearestMethod, rates as ratesOf, type TrustedMarket } from '@p2p-rates/core'
import {
  allMethods,
  asset,
  bestPriceInterval,
  isKnownMethod,
  type RailPrice,
  railPrices,
  roundPct,
} from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { exchangeNames, fiat, includeParam, methodNames, unknownMethodHint } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import {
  type MarketData,
  marketEndpoint,
  noPrice,
  onlyExchanges,
  onlyOne,
  type Success,
} from '../../endpoint/market-data.js'
import {
  isoTime,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wirePercent,
  wirePrice,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { ErrorResponse } from '../../errors/error-codes.js'
import type { Rail, Rates } from '../../generated/types.js'
import { bestPriceSchema, toBestResponse } from './best-price.js'
import { headlineConfidenceSchema, toHeadlinesResponse } from './confidence.js'
import { intervalSchema, toIntervalResponse } from './interval.js'
import { callerStepSchema, profileSchema, toProfileResponse, toStepsResponse } from './profile.js'

const ratesExtras = ['confidence', 'interval', 'rails', 'profile'] as const
export type RatesExtra = (typeof ratesExtras)[number]

const rail = z
  .object({
    methods: z.array(z.string()),
    price: wirePrice,
    exchange: wireExchange,
    ads: wireCount.meta({ description: 'Ads behind `price`.' }),
  })
  .meta({ id: 'Rail', description: 'Best price of a group of payment methods that trade at another price level.' })

const ratesAnswer: z.ZodType<Rates> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    updated_at: wireTime.meta({ description: 'Receive time of the newest price used, UTC.' }),
    best_buy: bestPriceSchema.meta({ description: 'The lowest reliable price at which you buy USDT.' }),
    best_sell: bestPriceSchema.meta({ description: 'The highest reliable price at which you sell USDT.' }),
    cross_exchange_spread_pct: wirePercent.nullable().meta({
      description:
        'Profit in percent of buying on one exchange and selling on another, before fees; negative for a loss.',
      examples: [-0.61],
    }),
    exchanges: z.array(
      z
        .object({
          exchange: wireExchange,
          buy: wirePrice.nullable().meta({ description: 'You buy USDT at this price; null without a reliable one.' }),
          sell: wirePrice.nullable().meta({ description: 'You sell USDT at this price; null without a reliable one.' }),
          buy_ads: wireCount.meta({ description: 'Ads behind `buy`.' }),
          sell_ads: wireCount.meta({ description: 'Ads behind `sell`.' }),
        })
        .meta({ id: 'ExchangeRates', description: 'One exchange with at least one reliable side.' }),
    ),
    confidence: z
      .object({ buy: headlineConfidenceSchema, sell: headlineConfidenceSchema })
      .exactOptional()
      .meta({ description: 'Confidence in each side. Only with `include=confidence`.' }),
    interval: z
      .object({ buy: intervalSchema, sell: intervalSchema })
      .exactOptional()
      .meta({ description: 'Bounds of the price paid on each side. Only with `include=interval`.' }),
    rails: z
      .object({ buy: z.array(rail), sell: z.array(rail) })
      .exactOptional()
      .meta({
        description:
          'Prices by payment method if they differ; empty if one price holds for all. Only with `include=rails`.',
      }),
    profile: profileSchema
      .exactOptional()
      .meta({ description: 'Person for whom these prices are. Only with `include=profile`.' }),
    steps: z.array(callerStepSchema).exactOptional().meta({
      description: 'Best prices with another record, on the same exchanges. Only with `include=profile`.',
    }),
    simulated: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'The exchanges are simulations: these prices never existed. Only with `include`.' }),
  })
  .meta({ id: 'Rates', description: 'Best reliable prices of one currency.' })

export const ratesExample: Rates = {
  asset,
  fiat: 'UAH',
  updated_at: '2026-11-21T10:05:12.000Z',
  best_buy: { price: 41.3, exchange: 'okx' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.61,
  exchanges: [
    { exchange: 'binance', buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 },
    { exchange: 'okx', buy: 41.3, sell: null, buy_ads: 3, sell_ads: 0 },
  ],
}

/** `null` when one of the sides has no price. The answer is `data_unavailable` then. */
export function toRatesResponse(market: MarketRates): Rates | null {
  const { bestBuy, bestSell, updatedAtMs, crossExchangeSpreadPct: spread } = market
  if (bestBuy === null || bestSell === null || updatedAtMs === null) return null
  return {
    asset,
    fiat: market.fiat,
    updated_at: isoTime(updatedAtMs),
    best_buy: toBestResponse(bestBuy),
    best_sell: toBestResponse(bestSell),
    cross_exchange_spread_pct: spread === null ? null : roundPct(spread),
    exchanges: market.exchanges.map(({ exchange, buy, sell, buyAds, sellAds }) => ({
      exchange,
      buy,
      sell,
      buy_ads: buyAds,
      sell_ads: sellAds,
    })),
  }
}

type ExtrasInput = {
  readonly include: readonly RatesExtra[]
  readonly prices: MarketRates
  readonly market: TrustedMarket
  readonly isSimulated: boolean
}

export function toRatesExtrasResponse({ include, prices, market, isSimulated }: ExtrasInput): Partial<Rates> {
  const rails = include.includes('rails') ? railPrices(market) : null
  return {
    ...(include.includes('confidence') ? { confidence: toHeadlinesResponse(prices) } : {}),
    ...(include.includes('interval') && {
      interval: {
        buy: toIntervalResponse(bestPriceInterval(market, 'BUY')),
        sell: toIntervalResponse(bestPriceInterval(market, 'SELL')),
      },
    }),
    ...(rails === null ? {} : { rails: { buy: rails.BUY.map(toRailResponse), sell: rails.SELL.map(toRailResponse) } }),
    ...(isSimulated ? { simulated: true } : {}),
  }
}

const toRailResponse = ({ methods, price, exchange, ads }: RailPrice): Rail => ({
  methods: [...methods],
  price,
  exchange,
  ads,
})

const include = includeParam(
  ratesExtras,
  'Additions, separated by commas: `confidence`, the confidence in each side with the reasons for doubt; `interval`, the bounds of the price that you really pay in 9 of 10 cases; `rails`, prices by payment method if they differ; `profile`, the person for whom the prices are, and the best prices with another record.',
)

/**
 * @example
 * const { best_buy } = await p2p.rates({ fiat: 'PLN' })
 * console.log(`You buy at ${best_buy.price} on ${best_buy.exchange}`)
 */
export const rates = defineEndpoint({
  name: 'rates',
  method: 'GET',
  path: '/rates',
  ...forKeys('Free', 'reader'),
  summary: 'Best reliable buy and sell prices',
  description:
    'Returns the best reliable price on each exchange and across all exchanges. Without `payment_method`, ads with any payment method count. Data older than 10 minutes is never returned.',
  query: {
    fiat,
    exchange: exchangeNames('Only these exchanges; all of them when absent.'),
    payment_method: methodNames(
      'Only ads with this payment method, judged among themselves. Part of a name in any case, or an alias of payment-methods; a canonical id matches only that method. With several, an ad must accept at least one.',
    ),
    include,
    ...callerInputs,
  },
  answer: ratesAnswer,
  example: ratesExample,
  table: tableOf(['exchange', 'buy', 'buy_ads', 'sell', 'sell_ads'], ({ exchanges }: Rates) => exchanges),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerRates({ include, ...asked }: QuestionOf<typeof rates>, known: MarketData): Success<Rates> {
  const meant = narrowed(known, { ...asked, payment_method: asked.payment_method ?? asked.my_methods })
  const { rates: prices, market, isSimulated } = meant
  const answer = toRatesResponse(prices)
  if (answer === null) return { problem: noPrice(meant) }
  if (include === undefined) return { answer }
  return {
    answer: {
      ...answer,
      ...toRatesExtrasResponse({ include, prices, market, isSimulated }),
      ...(include.includes('profile') && {
        profile: toProfileResponse(known.rules.caller, asked.my_methods),
        steps: toStepsResponse(meant),
      }),
    },
  }
}

export const ratesOfMarket = marketEndpoint(rates, answerRates)

type RatesFilter = Pick<QuestionOf<typeof rates>, 'exchange' | 'payment_method'>

function narrowed(known: MarketData, { exchange, payment_method: methods }: RatesFilter): MarketData {
  if (exchange === undefined && methods === undefined) return known
  const ofMethods: MarketData['ofMethods'] = (wanted, caller) =>
    onlyExchanges(known.ofMethods({ ...wanted, oneOf: methods ?? [] }, caller), exchange)
  const market = ofMethods(allMethods)
  return {
    ...known,
    market,
    rates: ratesOf(market),
    ofMethods,
    unavailable: () =>
      market.boards.length === 0 ? known.unavailable(onlyOne(exchange)) : noneWanted(known.fiat, methods),
  }
}

function noneWanted(fiat: string, methods: readonly string[] = []): ErrorResponse {
  const message = `These exchanges and payment methods do not have a price both to buy and to sell USDT for ${fiat} now.`
  const unknown = methods.find((name) => !isKnownMethod(name))
  const suggestion = unknown === undefined ? null : nearestMethod(unknown)
  return {
    code: 'data_unavailable',
    message: [message, unknownMethodHint(methods) ?? []].flat().join(' '),
    ...(suggestion === null ? {} : { suggestion }),
  }
}
