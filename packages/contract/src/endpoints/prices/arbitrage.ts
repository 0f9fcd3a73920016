import {
  type Opportunity,
  opportunities,
  type Side,
  sameExchangeOpportunities,
  type TrustedMarket,
} from '@p2p-rates/core'
import {
  asset,
  generalFee,
  type ProfitablePair,
  profitableSince,
  roundMoney,
  roundPct,
  roundPrice,
  type Transfer,
  updatedAtMs,
} from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { amount, feeUsdt, fiat, includeParam, tradeWorth, transferFeeOrAuto } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import { typed, typeNames } from '../../endpoint/type-names.js'
import {
  isoTime,
  toUpdatedAtResponse,
  wireAsset,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePercent,
  wirePrice,
  wireTime,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { Arbitrage, ConfidenceAnswer, WireOpportunity } from '../../generated/types.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'
import { chosenTransfer, chosenTransferSchema, feeOrEach } from './transfers.js'

const arbitrageExtras = ['same_exchange', 'age', 'updated_at', 'confidence'] as const
export type ArbitrageExtra = (typeof arbitrageExtras)[number]

const limits = typed('readonly [min: number, max: number]', z.tuple([wireMoney, wireMoney]))

export const opportunitySchema: z.ZodType<WireOpportunity> = z
  .object({
    buy_exchange: wireExchange.meta({ description: 'Exchange where you buy USDT.' }),
    sell_exchange: wireExchange.meta({ description: 'Exchange where you sell USDT.' }),
    buy_price: wirePrice.meta({ description: 'Average paid per USDT.' }),
    sell_price: wirePrice.meta({ description: 'Average received per USDT.' }),
    gross_spread_pct: wirePercent.meta({ description: 'Gain before the transfer fee.' }),
    net_profit_pct: wirePercent.meta({
      description: 'Gain after the transfer fee; may be negative.',
      examples: [0.26],
    }),
    net_profit: z
      .number()
      .meta({ description: 'Profit in fiat after the transfer fee; may be negative.', examples: [26.16] }),
    buy_limits: limits.meta({ description: 'Smallest and largest order in fiat where you buy.' }),
    sell_limits: limits.meta({ description: 'Smallest and largest order in fiat where you sell.' }),
    buy_methods: z.array(z.string()),
    sell_methods: z.array(z.string()),
    since: wireTime.nullable().exactOptional().meta({
      description:
        'Start of the current profitable period of this pair, UTC. The server tests 50, 250, 1,000 and 5,000 USDT and uses the size nearest to the amount. The fee is 1 USDT, or 0 on one exchange. Null if not profitable. Only with `include=age`.',
    }),
    confidence: z.object({ buy: confidenceSchema, sell: confidenceSchema }).exactOptional().meta({
      description: 'Confidence in the best price of each of the two exchanges. Only with `include=confidence`.',
    }),
    transfer: chosenTransferSchema.exactOptional(),
  })
  .meta({ id: 'Opportunity', description: 'Buy on one exchange, sell on another.' })
  .register(typeNames, { type: 'WireOpportunity' })

type ArbitrageInput = {
  readonly fiat: string
  readonly amount: number
  readonly transferFeeUsdt: number
  readonly opportunities: readonly Opportunity[]
  /** Null if not requested. */
  readonly sameExchange: readonly Opportunity[] | null
  readonly market?: TrustedMarket | undefined
  /** Null if ages were not requested. */
  readonly paying: readonly ProfitablePair[] | null
  /** Absent unless each pair has its own fee. */
  readonly transfers?: readonly Transfer[] | undefined
  readonly updatedAtMs?: number | null | undefined
}

export function toArbitrageResponse({ fiat, amount, transferFeeUsdt, ...facts }: ArbitrageInput): Arbitrage {
  const { paying, sameExchange, market, transfers } = facts
  const toOpportunity = (found: Opportunity): WireOpportunity => {
    const sinceMs = paying === null ? null : profitableSince(paying, found, amount / found.buyPrice)
    return {
      ...toOpportunityResponse(found),
      ...(paying === null ? {} : { since: sinceMs === null ? null : isoTime(sinceMs) }),
      ...(market === undefined ? {} : { confidence: legConfidence(market, found) }),
      ...(transfers === undefined || found.buyExchange === found.sellExchange
        ? {}
        : { transfer: chosenTransfer(transfers, found.buyExchange, found.sellExchange) }),
    }
  }
  return {
    asset,
    fiat,
    amount,
    transfer_fee_usdt: transferFeeUsdt,
    ...(facts.updatedAtMs === undefined ? {} : { updated_at: toUpdatedAtResponse(facts.updatedAtMs) }),
    opportunities: facts.opportunities.map(toOpportunity),
    ...(sameExchange === null ? {} : { same_exchange: sameExchange.map(toOpportunity) }),
  }
}

function legConfidence({ boards, confidence }: TrustedMarket, { buyExchange, sellExchange }: Opportunity) {
  const on = (exchange: string, side: Side): ConfidenceAnswer =>
    toConfidenceResponse(
      boards.find((board) => board.exchange === exchange && board.side === side)?.confidence ?? confidence[side],
    )
  return { buy: on(buyExchange, 'BUY'), sell: on(sellExchange, 'SELL') }
}

export const toOpportunityResponse = (found: Opportunity): WireOpportunity => ({
  buy_exchange: found.buyExchange,
  sell_exchange: found.sellExchange,
  buy_price: legPrice(found.buyPrice, found.buyFills.length),
  sell_price: legPrice(found.sellPrice, found.sellFills.length),
  gross_spread_pct: roundPct(found.grossSpreadPct),
  net_profit_pct: roundPct(found.netProfitPct),
  net_profit: roundMoney(found.netProfit),
  buy_limits: toLimitsResponse(found.buyLimits),
  sell_limits: toLimitsResponse(found.sellLimits),
  buy_methods: found.buyMethods,
  sell_methods: found.sellMethods,
})

/** The price of one ad is shown as published, an average over several is rounded. */
const legPrice = (price: number, fills: number): number => (fills === 1 ? price : roundPrice(price))

const toLimitsResponse = ([min, max]: readonly [number, number]): [number, number] => [roundMoney(min), roundMoney(max)]

const answer: z.ZodType<Arbitrage> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    amount: wireMoney.meta({ description: 'Amount of the round trip, in fiat.' }),
    transfer_fee_usdt: feeUsdt.meta({
      description: 'Cost of moving USDT between exchanges. With `auto`, the cost where none is known.',
    }),
    updated_at: wireUpdatedAt.exactOptional().meta({
      description: 'Receive time of the newest price, UTC; null if no ad can be used. Only with `include=updated_at`.',
    }),
    opportunities: z.array(opportunitySchema).max(30),
    same_exchange: z.array(opportunitySchema).optional().meta({
      description:
        'Opportunities on a single exchange where buyers pay more than sellers ask. No USDT is moved and no fee is charged. Only with `include=same_exchange`.',
    }),
  })
  .meta({ id: 'Arbitrage', description: 'Opportunities with a positive gross spread, highest net profit first.' })

export const arbitrageExample: WireOpportunity = {
  buy_exchange: 'okx',
  sell_exchange: 'bybit',
  buy_price: 41.32,
  sell_price: 41.6,
  gross_spread_pct: 0.68,
  net_profit_pct: 0.26,
  net_profit: 26.16,
  buy_limits: [1000, 30000],
  sell_limits: [500, 80000],
  buy_methods: ['Monobank'],
  sell_methods: ['Monobank', 'PrivatBank'],
}

const opportunityColumns = [
  'buy_exchange',
  'sell_exchange',
  'buy_price',
  'sell_price',
  'gross_spread_pct',
  'net_profit_pct',
  'net_profit',
  'buy_min',
  'buy_max',
  'sell_min',
  'sell_max',
  'buy_methods',
  'sell_methods',
  'since',
  'buy_confidence',
  'sell_confidence',
] as const

const flatOpportunity = (one: WireOpportunity) => ({
  ...one,
  buy_min: one.buy_limits[0],
  buy_max: one.buy_limits[1],
  sell_min: one.sell_limits[0],
  sell_max: one.sell_limits[1],
  buy_confidence: one.confidence?.buy.level,
  sell_confidence: one.confidence?.sell.level,
})

/**
 * @example
 * const { opportunities } = await p2p.arbitrage({ amount: 20_000, transfer_fee_usdt: 1, include: 'age' })
 * for (const { buy_exchange, sell_exchange, since } of opportunities) console.log(buy_exchange, sell_exchange, since)
 */
export const arbitrage = defineEndpoint({
  name: 'arbitrage',
  method: 'GET',
  path: '/arbitrage',
  ...forKeys('Pro', 'reader'),
  summary: 'Buy here, sell there',
  description:
    'Returns pairs of exchanges: USDT costs less on the first than it sells for on the second, within limits, stock, fee and payment methods. Each side uses one ad, or up to three if no pair of single ads takes the amount with a profit: then prices are averages and limits are sums. The pairs use only trusted ads. The answer has at most 30 pairs.',
  query: {
    fiat,
    amount: amount(1000, 'Amount of the round trip, in fiat.'),
    transfer_fee_usdt: transferFeeOrAuto,
    trade_worth_usdt: tradeWorth,
    include: includeParam(
      arbitrageExtras,
      'Additions, separated by commas: `same_exchange`, opportunities on a single exchange; `age`, the start of the profitable period of each pair; `updated_at`, the receive time of the newest price; `confidence`, that of the best price on each exchange.',
    ),
    ...callerInputs,
  },
  answer,
  example: { asset, fiat: 'UAH', amount: 10000, transfer_fee_usdt: 1, opportunities: [arbitrageExample] },
  table: tableOf(opportunityColumns, ({ opportunities, same_exchange: same = [] }: Arbitrage) =>
    [...opportunities, ...same].map(flatOpportunity),
  ),
  errors: ['data_unavailable', 'storage_unavailable'],
  ...cachedPrices,
})

export function answerArbitrage(query: QuestionOf<typeof arbitrage>, known: MarketData): Success<Arbitrage> {
  const { fiat, amount, transfer_fee_usdt: fee, trade_worth_usdt: tradeWorthUsdt, include = [] } = query
  const { market, rules } = known
  const transfers = fee === 'auto' ? (known.transfers ?? []) : undefined
  const ask = { amountFiat: amount, feeUsdt: feeOrEach(fee, known), tradeWorthUsdt }
  const sameExchange = include.includes('same_exchange') ? sameExchangeOpportunities(market, ask, rules) : null
  const paying = include.includes('age') ? known.paying : null
  const judged = include.includes('confidence') ? market : undefined
  const found = opportunities(market, ask, rules)
  const seen = include.includes('updated_at') ? updatedAtMs(market.boards) : undefined
  const facts = { opportunities: found, sameExchange, market: judged, paying, transfers, updatedAtMs: seen }
  return { answer: toArbitrageResponse({ fiat, amount, transferFeeUsdt: generalFee(ask.feeUsdt), ...facts }) }
}

export const arbitrageOfMarket = marketEndpoint(arbitrage, answerArbitrage)
