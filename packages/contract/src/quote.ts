import {
  type Amount,
  quote as askQuote,
  asset,
  type Confidence,
  type ConfidenceReason,
  type Deal as CoreDeal,
  type Quote as CoreQuote,
  type SmallestTrade as CoreSmallestTrade,
  type Fiat,
  roundMoney,
  roundPct,
  roundPrice,
  type Side,
  smallestTrade,
  type UnfilledReason,
} from '@p2p-rates/core'
import { z } from 'zod'
import { fiat, optionalAmount, optionalExchange, paymentMethod, side } from './common-inputs.js'
import { wireConfidenceLevel, wireConfidenceReasons } from './confidence.js'
import { defineEndpoint, type QueryOf } from './define-endpoint.js'
import type { Problem } from './error-codes.js'
import type { Input, InputsOf } from './input.js'
import type { Answered, KnownMarket } from './known-market.js'
import { presentSmallestTrade, type SmallestTrade, smallestTradeSchema } from './smallest-trade.js'
import {
  type ExchangeName,
  type Open,
  roundUsdt,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePrice,
  wireSide,
} from './wire.js'

export type QuoteQuery = {
  /** Currency code; UAH when absent. */
  readonly fiat?: Open<Fiat> | undefined
  /** What the caller does; BUY when absent. */
  readonly side?: Side | undefined
  /** How much, in fiat. Either this or `amount_usdt`. */
  readonly amount?: number | undefined
  /** How much, in USDT. */
  readonly amount_usdt?: number | undefined
  /** Part of a payment method name in any case, or a canonical id. */
  readonly payment_method?: string | undefined
  readonly exchange?: ExchangeName | undefined
}

/** What an amount really costs or brings, trade by trade. */
export type Quote = Deal & {
  readonly asset: typeof asset
  readonly fiat: Open<Fiat>
  readonly side: Side
  /** As asked; `null` when asked in USDT. */
  readonly amount: number | null
  /** As asked; `null` when asked in fiat. */
  readonly amount_usdt: number | null
  /** How far this deal is to be relied on. */
  readonly confidence: Open<Confidence>
  /** What keeps it from being certain. */
  readonly confidence_reasons: readonly Open<ConfidenceReason>[]
  /** The same amount on one exchange alone. */
  readonly alternatives: readonly (Deal & { readonly exchange: ExchangeName })[]
}

export type Deal = {
  /** Fiat per USDT over all fills; `null` when nothing could be filled. */
  readonly average_price: number | null
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make, the first one first. */
  readonly fills: readonly Fill[]
  /** What could not be filled, in the unit of the question; `null` when everything could. */
  readonly unfilled: Unfilled | null
}

export type Unfilled = {
  readonly amount: number
  readonly reason: Open<UnfilledReason>
  /** The smallest order, where no ad takes a normal amount. */
  readonly smallest_trade?: SmallestTrade
}

export type Fill = {
  readonly exchange: ExchangeName
  readonly nickname: string
  readonly price: number
  readonly fiat: number
  readonly usdt: number
  /** Smallest order the ad takes, in fiat. */
  readonly min_amount: number
  /** Largest order the ad takes, in fiat. */
  readonly max_amount: number
  readonly payment_methods: readonly string[]
  /** `null` when the exchange does not say. */
  readonly completed_orders: number | null
  /** Percent, 0 to 100; `null` when the exchange does not say. */
  readonly completion_rate: number | null
  /** Where a person can see the ad or its advertiser. */
  readonly url: string | null
}

const unfilledReasons = ['no_ads', 'below_minimum', 'not_enough_depth'] as const satisfies readonly UnfilledReason[]

const deal = z.object({
  average_price: wirePrice.nullable().meta({ description: 'Fiat per USDT over all fills; null without any.' }),
  worst_price: wirePrice.nullable().meta({ description: 'Fiat per USDT of the worst fill.' }),
  total_fiat: wireMoney,
  total_usdt: wireMoney,
  fills: z
    .array(
      z
        .object({
          exchange: wireExchange,
          nickname: z.string(),
          price: wirePrice,
          fiat: wireMoney,
          usdt: wireMoney,
          min_amount: wireMoney.meta({ description: 'Smallest order the ad takes, in fiat.' }),
          max_amount: wireMoney.meta({ description: 'Largest order the ad takes, in fiat.' }),
          payment_methods: z.array(z.string()),
          completed_orders: wireCount.nullable().meta({ description: 'null when the exchange does not say.' }),
          completion_rate: z
            .number()
            .min(0)
            .max(100)
            .nullable()
            .meta({ description: 'Percent of orders completed; null when the exchange does not say.' }),
          url: z.string().nullable().meta({ description: 'Where a person can see the ad or its advertiser.' }),
        })
        .meta({ id: 'Fill' }),
    )
    .meta({ description: 'The trades to make.' }),
  unfilled: z
    .object({
      amount: wireMoney,
      reason: z.enum(unfilledReasons).meta({
        description:
          'no_ads: nobody offers. below_minimum: every ad wants more. not_enough_depth: the ads are used up.',
      }),
      smallest_trade: smallestTradeSchema.exactOptional().meta({
        description: 'The least that has to be traded, where nobody takes a normal amount.',
      }),
    })
    .meta({ id: 'Unfilled' })
    .nullable()
    .meta({ description: 'What could not be filled, in the unit of the question, and why.' }),
})

const answer: z.ZodType<Quote> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    amount: wireMoney.nullable().meta({ description: 'As asked, in fiat.' }),
    amount_usdt: wireMoney.nullable().meta({ description: 'As asked, in USDT.' }),
    ...deal.shape,
    confidence: wireConfidenceLevel,
    confidence_reasons: wireConfidenceReasons,
    alternatives: z
      .array(z.object({ exchange: wireExchange, ...deal.shape }).meta({ id: 'QuoteAlternative' }))
      .meta({ description: 'The same amount on one exchange alone.' }),
  })
  .meta({ id: 'Quote', description: 'What an amount really costs or brings, trade by trade.' })

type QuoteFacts = {
  readonly fiat: string
  readonly quoted: CoreQuote
  /** Given where no ad takes a normal amount. */
  readonly smallestTrade: CoreSmallestTrade | null
}

export function presentQuote({ fiat, quoted, smallestTrade }: QuoteFacts): Quote {
  const { unfilled, ...deal } = presentDeal(quoted, quoted.amount.unit)
  const least = smallestTrade === null ? {} : { smallest_trade: presentSmallestTrade(smallestTrade) }
  return {
    asset,
    fiat,
    side: quoted.side,
    amount: quoted.amount.unit === 'fiat' ? quoted.amount.value : null,
    amount_usdt: quoted.amount.unit === 'usdt' ? quoted.amount.value : null,
    ...deal,
    unfilled: unfilled && { ...unfilled, ...least },
    confidence: quoted.confidence.level,
    confidence_reasons: [...quoted.confidence.reasons],
    alternatives: quoted.alternatives.map((alternative) => ({
      exchange: alternative.exchange,
      ...presentDeal(alternative, quoted.amount.unit),
    })),
  }
}

const presentDeal = (
  { averagePrice, worstPrice, fiat, usdt, fills, unfilled }: CoreDeal,
  unit: 'fiat' | 'usdt',
): Deal => ({
  // The price of a single ad is shown as published.
  average_price: averagePrice === null || fills.length === 1 ? averagePrice : roundPrice(averagePrice),
  worst_price: worstPrice,
  total_fiat: roundMoney(fiat),
  total_usdt: roundUsdt(usdt),
  fills: fills.map((fill) => ({
    exchange: fill.ad.exchange,
    nickname: fill.ad.nickname,
    price: fill.ad.price,
    fiat: roundMoney(fill.fiat),
    usdt: roundUsdt(fill.usdt),
    min_amount: roundMoney(fill.ad.minFiat),
    max_amount: roundMoney(fill.ad.maxFiat),
    payment_methods: fill.ad.paymentMethods,
    completed_orders: fill.ad.completedOrders,
    completion_rate: fill.ad.completionPct === null ? null : roundPct(fill.ad.completionPct),
    url: fill.ad.url,
  })),
  unfilled: unfilled && {
    amount: unit === 'fiat' ? roundMoney(unfilled.value) : roundUsdt(unfilled.value),
    reason: unfilled.reason,
  },
})

const amountUsdt: Input<number | undefined> = {
  ...optionalAmount('How much, in USDT. Either `amount` or `amount_usdt` must be given, not both.'),
  rule: (value, before) =>
    (value === undefined) === (before.get('amount') === undefined)
      ? 'given, or `amount` in its place: exactly one of the two'
      : null,
}

export const quote = defineEndpoint({
  name: 'quote',
  method: 'GET',
  path: '/quote',
  access: { kind: 'key', plan: 'Starter' },
  summary: 'What an amount really costs or brings',
  description: 'Walks the trusted ads with their limits and stock, and says which trades to make for this amount.',
  query: {
    fiat,
    side,
    amount: optionalAmount('How much, in fiat. Either `amount` or `amount_usdt` must be given, not both.'),
    amount_usdt: amountUsdt,
    payment_method: paymentMethod,
    exchange: optionalExchange('Only this exchange.'),
  } satisfies InputsOf<QuoteQuery>,
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    amount: 50000,
    amount_usdt: null,
    average_price: 41.336,
    worst_price: 41.36,
    total_fiat: 50000,
    total_usdt: 1209.599,
    fills: [
      {
        exchange: 'binance',
        nickname: 'Honest Trader',
        price: 41.32,
        fiat: 30000,
        usdt: 726.040658,
        min_amount: 1000,
        max_amount: 30000,
        payment_methods: ['Monobank'],
        completed_orders: 640,
        completion_rate: 98.7,
        url: null,
      },
      {
        exchange: 'okx',
        nickname: 'Kyiv Desk',
        price: 41.36,
        fiat: 20000,
        usdt: 483.558994,
        min_amount: 500,
        max_amount: 100000,
        payment_methods: ['PrivatBank', 'Monobank'],
        completed_orders: 212,
        completion_rate: null,
        url: null,
      },
    ],
    unfilled: null,
    confidence: 'high',
    confidence_reasons: [],
    alternatives: [],
  },
  errors: ['data_unavailable'],
  carriesPrices: true,
  cacheable: true,
})

export function answerQuote(query: QueryOf<typeof quote>, known: KnownMarket): Answered<Quote> {
  const { fiat, side, exchange } = query
  const amount = amountOf(query)
  if (amount === null) return { problem: amountMissing(query) }
  const judged = known.ofMethod(query.payment_method)
  if ('problem' in judged) return judged
  const boards = judged.boards.filter((board) => exchange === undefined || board.exchange === exchange)
  const isKnown = boards.some((board) => board.side === side)
  if (!isKnown && (exchange === undefined || !known.isUntraded(exchange)))
    return { problem: known.unavailable(exchange) }
  const market = { ...judged, boards }
  const quoted = askQuote(market, { side, amount }, known.rules)
  return { answer: presentQuote({ fiat, quoted, smallestTrade: smallestTrade(market, side, known.rules) }) }
}

type Amounts = Pick<QueryOf<typeof quote>, 'amount' | 'amount_usdt'>

/** `null` unless exactly one is given. */
function amountOf({ amount: fiat, amount_usdt: usdt }: Amounts): Amount | null {
  if (fiat !== undefined && usdt === undefined) return { unit: 'fiat', value: fiat }
  return usdt !== undefined && fiat === undefined ? { unit: 'usdt', value: usdt } : null
}

const amountMissing = ({ amount }: Amounts): Problem => ({
  code: 'invalid_parameter',
  message: 'Give either `amount` or `amount_usdt`.',
  param: amount === undefined ? 'amount' : 'amount_usdt',
})
