import {
  type Amount,
  quote as askQuote,
  asset,
  type Confidence,
  type ConfidenceReason,
  type Quote as CoreQuote,
  type SmallestTrade as CoreSmallestTrade,
  type Fiat,
  type Side,
  smallestTrade,
} from '@p2p-rates/core'
import { z } from 'zod'
import { fiat, optionalAmount, optionalExchange, side } from './common-inputs.js'
import { wireConfidenceLevel, wireConfidenceReasons } from './confidence.js'
import { tableOf } from './csv.js'
import { type Deal, dealSchema, presentDeal } from './deal.js'
import { defineEndpoint, type QueryOf } from './define-endpoint.js'
import type { Problem } from './error-codes.js'
import type { Input, InputsOf } from './input.js'
import type { Answered, KnownMarket } from './known-market.js'
import { presentSmallestTrade } from './smallest-trade.js'
import { type WantedAdsQuery, wantedAds, wantedAdsOf, wantedMarket } from './wanted-ads.js'
import { type ExchangeName, type Open, wireAsset, wireExchange, wireFiat, wireMoney, wireSide } from './wire.js'

export type { Deal, Fill, Unfilled } from './deal.js'

export type QuoteQuery = WantedAdsQuery & {
  /** Currency code; UAH when absent. */
  readonly fiat?: Open<Fiat> | undefined
  /** What the caller does; BUY when absent. */
  readonly side?: Side | undefined
  /** How much, in fiat. Either this or `amount_usdt`. */
  readonly amount?: number | undefined
  /** How much, in USDT. */
  readonly amount_usdt?: number | undefined
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

const answer: z.ZodType<Quote> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    amount: wireMoney.nullable().meta({ description: 'As asked, in fiat.' }),
    amount_usdt: wireMoney.nullable().meta({ description: 'As asked, in USDT.' }),
    ...dealSchema.shape,
    confidence: wireConfidenceLevel,
    confidence_reasons: wireConfidenceReasons,
    alternatives: z
      .array(z.object({ exchange: wireExchange, ...dealSchema.shape }).meta({ id: 'QuoteAlternative' }))
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

const amountUsdt: Input<number | undefined> = {
  ...optionalAmount('How much, in USDT. Either `amount` or `amount_usdt` must be given, not both.'),
  rule: (value, before) =>
    (value === undefined) === (before.get('amount') === undefined)
      ? 'given, or `amount` in its place: exactly one of the two'
      : null,
}

export const fillColumns = [
  'exchange',
  'nickname',
  'price',
  'fiat',
  'usdt',
  'min_amount',
  'max_amount',
  'payment_methods',
  'completed_orders',
  'completion_rate',
  'url',
] as const

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
    ...wantedAds,
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
  table: tableOf(fillColumns, ({ fills }: Quote) => fills),
  errors: ['data_unavailable'],
  carriesPrices: true,
  cacheable: true,
})

export function answerQuote(query: QueryOf<typeof quote>, known: KnownMarket): Answered<Quote> {
  const { fiat, side, exchange } = query
  const amount = amountOf(query)
  if (amount === null) return { problem: amountMissing(query) }
  const wanted = wantedMarket(known, wantedAdsOf(query))
  const boards = wanted.boards.filter((board) => exchange === undefined || board.exchange === exchange)
  const isKnown = boards.some((board) => board.side === side)
  if (!isKnown && (exchange === undefined || !known.isUntraded(exchange)))
    return { problem: known.unavailable(exchange) }
  const market = { ...wanted, boards }
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
