import {
  type Amount,
  quote as askQuote,
  type Quote as CoreQuote,
  type SmallestTrade as CoreSmallestTrade,
  type TradePlan as CoreTradePlan,
  minTradeSize,
  type PlanCosts,
} from '@p2p-rates/core'
import { asset, roundPrice, updatedAtMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import {
  exchangeNames,
  feeUsdt,
  fiat,
  includeParam,
  optionalAmount,
  side,
  tradeWorth,
  transferFee,
} from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { type MarketData, marketEndpoint, onlyExchanges, onlyOne, type Success } from '../../endpoint/market-data.js'
import {
  roundUsdt,
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wireMoney,
  wireSide,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { ErrorResponse } from '../../errors/error-codes.js'
import { toSmallestTradeResponse } from '../../errors/smallest-trade.js'
import type { Fill, Quote, TradePlan } from '../../generated/types.js'
import { adFilterInputs, filterMarket, toAdFilter } from './ad-filter.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'
import { dealSchema, exampleFill, fillColumns, toDealResponse } from './deal.js'
import { intervalSchema, toIntervalResponse } from './interval.js'

const { unfilled: _, ...wholeDeal } = dealSchema.shape
const plan: z.ZodType<TradePlan> = z
  .object({
    recommended: z.boolean().meta({ description: 'True for the plan whose trades are at the top of the answer.' }),
    trades: wireCount.meta({ description: 'Number of trades.' }),
    exchanges: z.array(wireExchange).meta({ description: 'Exchanges to trade on, in order of the trades.' }),
    gain_usdt: z.number().meta({
      description: 'Gain over the first plan. Fiat is converted at the price of the first plan.',
    }),
    cost_usdt: wireMoney.meta({
      description:
        'Extra cost over the first plan: `trade_worth_usdt` for each further trade and `transfer_fee_usdt` for each further exchange.',
    }),
    transfer_usdt: wireMoney.meta({ description: 'Cost of moving USDT between its exchanges.' }),
    ...wholeDeal,
  })
  .meta({ id: 'TradePlan', description: 'One way to trade the whole amount.' })

const answer: z.ZodType<Quote> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    amount: wireMoney.nullable().meta({ description: 'Requested amount, in fiat.' }),
    amount_usdt: wireMoney.nullable().meta({ description: 'Requested amount, in USDT.' }),
    updated_at: wireUpdatedAt,
    transfer_fee_usdt: feeUsdt.meta({ description: 'Cost of moving USDT between two exchanges.' }),
    trade_worth_usdt: feeUsdt.meta({ description: 'Minimum gain in USDT that justifies one more trade.' }),
    ...dealSchema.shape,
    plans: z.array(plan).meta({
      description:
        'Ways to trade the whole amount. The first is the simplest: fewest trades and transfers, weighted by cost. Each further plan gains more than it costs, and more than every plan before it. Up to three trades, each is the best for its number of trades and exchanges. Empty if the whole amount cannot be traded.',
    }),
    confidence: confidenceSchema,
    interval: intervalSchema
      .exactOptional()
      .meta({ description: 'Bounds of the average price paid. Only with `include=interval`.' }),
    alternatives: z
      .array(z.object({ exchange: wireExchange, ...dealSchema.shape }).meta({ id: 'QuoteAlternative' }))
      .meta({ description: 'The same amount on one exchange alone.' }),
  })
  .meta({ id: 'Quote', description: 'Real cost or proceeds of an amount, trade by trade: the recommended plan.' })

type QuoteInput = {
  readonly fiat: string
  readonly quoted: CoreQuote
  readonly updatedAtMs: number | null
  readonly costs: PlanCosts
  readonly smallestTrade: CoreSmallestTrade | null
}

export function toQuoteResponse({ fiat, quoted, smallestTrade, updatedAtMs, costs }: QuoteInput): Quote {
  const { unfilled, ...deal } = toDealResponse(quoted, quoted.amount.unit)
  const least = smallestTrade === null ? {} : { smallest_trade: toSmallestTradeResponse(smallestTrade) }
  return {
    asset,
    fiat,
    side: quoted.side,
    amount: quoted.amount.unit === 'fiat' ? quoted.amount.value : null,
    amount_usdt: quoted.amount.unit === 'usdt' ? quoted.amount.value : null,
    updated_at: toUpdatedAtResponse(updatedAtMs),
    transfer_fee_usdt: costs.transferFeeUsdt,
    trade_worth_usdt: costs.tradeWorthUsdt,
    ...deal,
    unfilled: unfilled && { ...unfilled, ...least },
    plans: quoted.plans.map((plan) => toPlanResponse(plan, quoted)),
    confidence: toConfidenceResponse(quoted.confidence),
    ...(quoted.interval !== undefined && {
      interval: toIntervalResponse(quoted.interval, quoted.fills.length > 1 ? roundPrice : undefined),
    }),
    alternatives: quoted.alternatives.map((alternative) => ({
      exchange: alternative.exchange,
      ...toDealResponse(alternative, quoted.amount.unit),
    })),
  }
}

function toPlanResponse(plan: CoreTradePlan, { fills, amount }: CoreQuote): TradePlan {
  const { unfilled: _, ...deal } = toDealResponse(plan, amount.unit)
  return {
    recommended: plan.fills === fills,
    trades: plan.fills.length,
    exchanges: plan.exchanges,
    gain_usdt: roundUsdt(plan.gainUsdt),
    cost_usdt: roundUsdt(plan.costUsdt),
    transfer_usdt: roundUsdt(plan.transferFeeUsdt),
    ...deal,
  }
}

const amountUsdt: Input<number | undefined> = {
  ...optionalAmount('Amount in USDT. Give either `amount` or `amount_usdt`, not both.'),
  rule: (value, before) =>
    (value === undefined) === (before.get('amount') === undefined)
      ? 'given, or `amount` in its place: exactly one of the two'
      : null,
}

const secondFill: Fill = {
  exchange: 'okx',
  nickname: 'Kyiv Desk',
  price: 41.36,
  fiat: 20000,
  usdt: 483.558994,
  min_amount: 500,
  max_amount: 40000,
  payment_methods: ['PrivatBank', 'Monobank'],
  completed_orders: 212,
  completion_pct: null,
  url: null,
}
const wholeFill: Fill = {
  ...secondFill,
  nickname: 'Cedar Desk',
  price: 41.4,
  fiat: 50000,
  usdt: 1207.729469,
  max_amount: 90000,
}

/**
 * @example
 * const { average_price, fills } = await p2p.quote({ side: 'BUY', amount: 50_000 })
 * const { plans, updated_at } = await p2p.quote({ amount: 50_000, trade_worth_usdt: 1 })
 */
export const quote = defineEndpoint({
  name: 'quote',
  method: 'GET',
  path: '/quote',
  ...forKeys('Starter', 'reader'),
  summary: 'Real cost or proceeds of an amount',
  description:
    'Finds the trades for an amount among the trusted ads, within their limits and stock. `plans` starts with the simplest way: one trade if one ad takes the whole amount. Plans with more trades or exchanges follow if they gain more than they cost. The top of the answer is the recommended plan, with the highest gain after costs.',
  query: {
    fiat,
    side,
    amount: optionalAmount('Amount in fiat. Give either `amount` or `amount_usdt`, not both.'),
    amount_usdt: amountUsdt,
    ...adFilterInputs,
    exchange: exchangeNames('Only these exchanges; all of them when absent.'),
    transfer_fee_usdt: transferFee,
    trade_worth_usdt: tradeWorth,
    include: includeParam(
      ['interval'],
      'Addition: `interval`, the bounds of the average price that you really pay in 9 of 10 cases.',
    ),
    ...callerInputs,
  },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    amount: 50000,
    amount_usdt: null,
    updated_at: '2026-11-21T10:05:12.000Z',
    transfer_fee_usdt: 1,
    trade_worth_usdt: 0.25,
    average_price: 41.336,
    worst_price: 41.36,
    total_fiat: 50000,
    total_usdt: 1209.599652,
    fills: [exampleFill, secondFill],
    unfilled: null,
    plans: [
      {
        recommended: false,
        trades: 1,
        exchanges: ['okx'],
        gain_usdt: 0,
        cost_usdt: 0,
        transfer_usdt: 0,
        average_price: 41.4,
        worst_price: 41.4,
        total_fiat: 50000,
        total_usdt: 1207.729469,
        fills: [wholeFill],
      },
      {
        recommended: true,
        trades: 2,
        exchanges: ['binance', 'okx'],
        gain_usdt: 1.870183,
        cost_usdt: 1.25,
        transfer_usdt: 1,
        average_price: 41.336,
        worst_price: 41.36,
        total_fiat: 50000,
        total_usdt: 1209.599652,
        fills: [exampleFill, secondFill],
      },
    ],
    confidence: { level: 'high', reasons: [] },
    alternatives: [],
  },
  table: tableOf(fillColumns, ({ fills }: Quote) => fills),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerQuote(query: QuestionOf<typeof quote>, known: MarketData): Success<Quote> {
  const { fiat, side, exchange: exchanges } = query
  const amount = amountOf(query)
  if (amount === null) return { problem: amountMissing(query) }
  const wanted = filterMarket(known, toAdFilter(query))
  const market = onlyExchanges(wanted, exchanges)
  const ofSide = market.boards.filter((board) => board.side === side)
  if (ofSide.length === 0 && exchanges?.every(known.isUntraded) !== true)
    return { problem: known.unavailable(onlyOne(exchanges)) }
  const costs = { transferFeeUsdt: query.transfer_fee_usdt, tradeWorthUsdt: query.trade_worth_usdt }
  const quoted = askQuote(market, { side, amount, costs, interval: query.include !== undefined }, known.rules)
  const least = minTradeSize(market, side, known.rules)
  return { answer: toQuoteResponse({ fiat, quoted, smallestTrade: least, updatedAtMs: updatedAtMs(ofSide), costs }) }
}

export const quoteOfMarket = marketEndpoint(quote, answerQuote)

type Amounts = Pick<QuestionOf<typeof quote>, 'amount' | 'amount_usdt'>

function amountOf({ amount: fiat, amount_usdt: usdt }: Amounts): Amount | null {
  if (fiat !== undefined && usdt === undefined) return { unit: 'fiat', value: fiat }
  return usdt !== undefined && fiat === undefined ? { unit: 'usdt', value: usdt } : null
}

const amountMissing = ({ amount }: Amounts): ErrorResponse => ({
  code: 'invalid_parameter',
  message: 'Give either `amount` or `amount_usdt`.',
  param: amount === undefined ? 'amount' : 'amount_usdt',
})
