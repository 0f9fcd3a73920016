import {
  asset,
  type Conversion,
  type ConversionLeg as CoreLeg,
  conversion,
  conversionCosts,
  crossRate,
  type Fiat,
  type FromTo,
  marketIndex,
  type OfficialRate,
  roundMoney,
  roundPct,
  type Side,
  type TrustedMarket,
  updatedAtMs,
} from '@p2p-rates/core'
import { z } from 'zod'
import { methodNames } from './ad-filter.js'
import { feeUsdt, fiatOrDefault, tradeWorth, transferFee, wantedAmount } from './common-inputs.js'
import { type ConfidenceAnswer, confidenceSchema, toConfidenceResponse } from './confidence.js'
import { tableOf } from './csv.js'
import { type Deal, dealSchema, toDealResponse } from './deal.js'
import { defineEndpoint, type QueryOf } from './define-endpoint.js'
import type { Input, InputsOf } from './input.js'
import type { MarketData, Rejected, Success } from './market-data.js'
import { fillColumns } from './quote.js'
import { type Official, toOfficialResponse, wireOfficial } from './reference-index.js'
import {
  type ExchangeName,
  type LooseEnum,
  roundUsdt,
  toUpdatedAtResponse,
  wireAsset,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePercent,
  wireUpdatedAt,
} from './wire.js'

export type ConvertQuery = {
  readonly from: LooseEnum<Fiat>
  readonly to: LooseEnum<Fiat>
  /** Amount paid, in `from`. */
  readonly amount: number
  /** Ways to pay, named like `payment_method` of the order book. */
  readonly from_method?: string | readonly string[] | undefined
  readonly to_method?: string | readonly string[] | undefined
  /** Cost of moving USDT between exchanges; 1 when absent. */
  readonly transfer_fee_usdt?: number | undefined
  /** Minimum gain in USDT for which one more trade is worth the time; 0.25 when absent. */
  readonly trade_worth_usdt?: number | undefined
}

/** Conversion from one currency to another through USDT: amount received, ads used and cost. */
export type Convert = {
  readonly asset: typeof asset
  readonly from: LooseEnum<Fiat>
  readonly to: LooseEnum<Fiat>
  readonly amount: number
  /** When the newest price of the older leg was received; `null` where a leg has no ad that can be used. */
  readonly updated_at: string | null
  /** Amount received, in `to`; `null` unless the whole amount can be converted. */
  readonly received: number | null
  /** `to` for one `from`, after everything that is named here. */
  readonly rate: number | null
  /** Units of `to` for one `from` by the reference indices of both currencies. */
  readonly index_rate: number | null
  readonly official_rate: number | null
  /** Percent by which `rate` lies below `index_rate`: the sum of `costs`. Below zero it is a gain. */
  readonly cost_pct: number | null
  readonly cost_vs_official_pct: number | null
  /** Breakdown of the cost; `null` unless the whole amount can be converted and both indices are known. */
  readonly costs: ConvertCosts | null
  /** Fee for moving USDT on this route; 0 if both legs are on one exchange. */
  readonly transfer_fee_usdt: number
  readonly buy: ConvertLeg | null
  /** Sale of the USDT that remain after the fee. */
  readonly sell: ConvertLeg | null
  /** Part that cannot be converted, with the reason; `null` if the whole amount can be. */
  readonly unfilled: ConvertUnfilled | null
  readonly official: { readonly from: Official | null; readonly to: Official | null }
  /** Confidence of the weaker leg. */
  readonly confidence: ConfidenceAnswer
}

export type ConvertLeg = Omit<Deal, 'unfilled'> & { readonly exchange: ExchangeName }

/** In `from`, and in percent of the amount. */
export type ConvertCost = { readonly amount: number; readonly pct: number }
export type ConvertCosts = {
  /** Excess of the buying price over the index. */
  readonly buy: ConvertCost
  readonly transfer: ConvertCost
  /** Shortfall of the selling price below the index. */
  readonly sell: ConvertCost
}

const convertReasons = ['no_ads', 'below_minimum', 'not_enough_depth', 'below_fee'] as const
export type ConvertUnfilled = {
  readonly leg: LooseEnum<'buy' | 'sell'>
  /** Amount left over: in `from` for the first leg, in USDT for the second. */
  readonly amount: number
  readonly reason: LooseEnum<(typeof convertReasons)[number]>
}

const { unfilled: _, ...dealParts } = dealSchema.shape
const leg: z.ZodType<ConvertLeg> = z.object({ exchange: wireExchange, ...dealParts }).meta({ id: 'ConvertLeg' })
const cost: z.ZodType<ConvertCost> = z
  .object({
    amount: z.number().meta({ description: 'In the currency that is paid; below zero it is a gain.' }),
    pct: wirePercent.meta({ description: 'Percent of the amount.' }),
  })
  .meta({ id: 'ConvertCost' })
const wholeOnly = 'Null unless the whole amount can be converted.'
const wireRate = z.number().positive()

const answer: z.ZodType<Convert> = z
  .object({
    asset: wireAsset,
    from: wireFiat,
    to: wireFiat,
    amount: wireMoney.meta({ description: 'How much is paid, in `from`.' }),
    updated_at: wireUpdatedAt.meta({
      description: 'When the newest price of the older leg was received, UTC; null where a leg has no ad to use.',
    }),
    received: wireMoney.nullable().meta({ description: `What arrives, in \`to\`. ${wholeOnly}` }),
    rate: wireRate
      .nullable()
      .meta({ description: `\`to\` for one \`from\`, after all that is named here. ${wholeOnly}` }),
    index_rate: wireRate.nullable().meta({ description: 'What one `from` is worth by the reference indices of both.' }),
    official_rate: wireRate.nullable().meta({
      description: 'What one `from` is worth by what central banks say of both; null where one says nothing.',
    }),
    cost_pct: wirePercent.nullable().meta({
      description: 'Percent by which `rate` lies below `index_rate`: the sum of `costs`. Below zero it is a gain.',
    }),
    cost_vs_official_pct: wirePercent
      .nullable()
      .meta({ description: 'Percent by which `rate` lies below `official_rate`.' }),
    costs: z
      .object({
        buy: cost.meta({ description: 'What is paid for USDT above its index.' }),
        transfer: cost.meta({ description: 'The transfer fee.' }),
        sell: cost.meta({ description: 'What USDT bring below their index.' }),
      })
      .meta({ id: 'ConvertCosts' })
      .nullable(),
    transfer_fee_usdt: feeUsdt.meta({
      description: 'What moving USDT costs here; 0 where both legs are on one exchange.',
    }),
    buy: leg.nullable().meta({ description: 'Buying USDT.' }),
    sell: leg.nullable().meta({ description: 'Selling what is left of it.' }),
    unfilled: z
      .object({
        leg: z.enum(['buy', 'sell']),
        amount: wireMoney.meta({ description: 'What stays over: in `from` of the first leg, in USDT of the second.' }),
        reason: z.enum(convertReasons).meta({
          description:
            'no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth: all ads together hold less. below_fee: the transfer fee exceeds the amount bought.',
        }),
      })
      .meta({ id: 'ConvertUnfilled' })
      .nullable()
      .meta({ description: 'What keeps the whole amount from being converted.' }),
    official: z.object({ from: wireOfficial.nullable(), to: wireOfficial.nullable() }),
    confidence: confidenceSchema,
  })
  .meta({ id: 'Convert', description: 'From one currency to another through USDT, with all that it costs.' })

const tradesOf = ({ from, to, buy, sell }: Convert) => [
  ...(buy?.fills ?? []).map((fill) => ({ leg: 'buy', currency: from, ...fill })),
  ...(sell?.fills ?? []).map((fill) => ({ leg: 'sell', currency: to, ...fill })),
]

const to: Input<Fiat> = {
  ...fiatOrDefault('The currency that is wanted, in any case.'),
  rule: (wanted, before) => (wanted === before.get('from') ? 'another currency than `from`' : null),
}

const likeMethods = 'named like `payment_method` of the order book; of several, an ad needs one.'

export const convert = defineEndpoint({
  name: 'convert',
  method: 'GET',
  path: '/convert',
  access: { kind: 'key', plan: 'Starter' },
  summary: 'From one currency to another through USDT',
  description:
    'Buys USDT on one exchange and sells them on one, from trusted ads with their limits and stock, and moves them at most once. Of all pairs of exchanges the one through which most arrives. Each leg is the simplest plan, or one with more trades that are worth their time, as in `quote`. Every cost is named, against what USDT is worth in both currencies and against what central banks say. What your banks take is known to nobody here.',
  query: {
    from: fiatOrDefault('The currency that is paid, in any case.'),
    to,
    amount: wantedAmount('How much is paid, in `from`.'),
    from_method: methodNames(`Ways to pay, ${likeMethods}`),
    to_method: methodNames(`Ways to be paid, ${likeMethods}`),
    transfer_fee_usdt: transferFee,
    trade_worth_usdt: tradeWorth,
  } satisfies InputsOf<ConvertQuery>,
  answer,
  example: {
    asset,
    from: 'UAH',
    to: 'KZT',
    amount: 10000,
    updated_at: '2026-11-21T10:05:12.000Z',
    received: 114331.46,
    rate: 11.4331,
    index_rate: 11.6505,
    official_rate: 11.7,
    cost_pct: 1.87,
    cost_vs_official_pct: 2.28,
    costs: {
      buy: { amount: 48.31, pct: 0.48 },
      transfer: { amount: 41.2, pct: 0.41 },
      sell: { amount: 97.04, pct: 0.97 },
    },
    transfer_fee_usdt: 1,
    buy: {
      exchange: 'binance',
      average_price: 41.4,
      worst_price: 41.4,
      total_fiat: 10000,
      total_usdt: 241.545894,
      fills: [
        {
          exchange: 'binance',
          nickname: 'Honest Trader',
          price: 41.4,
          fiat: 10000,
          usdt: 241.545894,
          min_amount: 1000,
          max_amount: 30000,
          payment_methods: ['Monobank'],
          completed_orders: 640,
          completion_pct: 98.7,
          url: null,
        },
      ],
    },
    sell: {
      exchange: 'bybit',
      average_price: 475.3,
      worst_price: 475.3,
      total_fiat: 114331.46,
      total_usdt: 240.545894,
      fills: [
        {
          exchange: 'bybit',
          nickname: 'Almaty Desk',
          price: 475.3,
          fiat: 114331.46,
          usdt: 240.545894,
          min_amount: 5000,
          max_amount: 900000,
          payment_methods: ['Kaspi Bank'],
          completed_orders: 212,
          completion_pct: 99.1,
          url: null,
        },
      ],
    },
    unfilled: null,
    official: {
      from: { rate: 41.25, source: 'National Bank of Ukraine', day: '2026-11-21' },
      to: { rate: 482.625, source: 'National Bank of Kazakhstan', day: '2026-11-21' },
    },
    confidence: { level: 'high', reasons: [] },
  },
  errors: ['data_unavailable', 'storage_unavailable'],
  table: tableOf(['leg', 'currency', ...fillColumns], tradesOf),
  carriesPrices: true,
  cacheable: true,
})

type Known = {
  readonly from: MarketData
  readonly to: MarketData
  readonly official: { readonly from: OfficialRate | null; readonly to: OfficialRate | null }
}

export type ConvertRefused = Rejected & { readonly fiat: string }

export function answerConvert(query: QueryOf<typeof convert>, known: Known): Success<Convert> | ConvertRefused {
  const { from, to, amount, from_method, to_method } = query
  const paid = marketFor(known.from, 'BUY', from_method)
  if ('problem' in paid) return { ...paid, fiat: from }
  const wanted = marketFor(known.to, 'SELL', to_method)
  if ('problem' in wanted) return { ...wanted, fiat: to }
  const costs = { feeUsdt: query.transfer_fee_usdt, tradeWorthUsdt: query.trade_worth_usdt }
  const found = conversion(paid, wanted, { amountFiat: amount, ...costs }, known.from.rules)
  const worth = bothOf(marketIndex(known.from.market)?.value, marketIndex(known.to.market)?.value)
  const official = bothOf(known.official.from?.rate, known.official.to?.rate)
  const seenAtMs = olderOf(updatedAtMs(sideOf(paid, 'BUY')), updatedAtMs(sideOf(wanted, 'SELL')))
  return { answer: present(query, found, { seenAtMs, worth, official, banks: known.official }) }
}

function marketFor(known: MarketData, side: Side, oneOf: readonly string[] | undefined): TrustedMarket | Rejected {
  const judged = known.ofMethods({ oneOf: oneOf ?? [], noneOf: [] })
  return sideOf(judged, side).length > 0 ? judged : { problem: known.unavailable() }
}

const sideOf = ({ boards }: TrustedMarket, side: Side) => boards.filter((board) => board.side === side)

const olderOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.min(one, other)

const bothOf = (from: number | undefined, to: number | undefined): FromTo | null =>
  from === undefined || to === undefined ? null : { from, to }

type Facts = {
  readonly seenAtMs: number | null
  readonly worth: FromTo | null
  readonly official: FromTo | null
  readonly banks: Known['official']
}

function present(
  { from, to, amount }: QueryOf<typeof convert>,
  found: Conversion,
  { seenAtMs, worth, official, banks }: Facts,
): Convert {
  const received = found.unfilled === null ? (found.sell?.fiat ?? null) : null
  const rate = received === null ? null : received / amount
  const below = (yardstick: FromTo | null): number | null =>
    rate === null || yardstick === null ? null : roundPct((1 - rate / crossRate(yardstick)) * 100)
  const costs = worth && conversionCosts(found, worth)
  const costOf = (money: number): ConvertCost => ({ amount: roundMoney(money), pct: roundPct((money / amount) * 100) })
  return {
    asset,
    from,
    to,
    amount,
    updated_at: toUpdatedAtResponse(seenAtMs),
    received: received === null ? null : roundMoney(received),
    rate: rate === null ? null : roundRate(rate),
    index_rate: worth && roundRate(crossRate(worth)),
    official_rate: official && roundRate(crossRate(official)),
    cost_pct: below(worth),
    cost_vs_official_pct: below(official),
    costs: costs && { buy: costOf(costs.buy), transfer: costOf(costs.transfer), sell: costOf(costs.sell) },
    transfer_fee_usdt: found.feeUsdt,
    buy: found.buy && toLegResponse(found.buy, 'fiat'),
    sell: found.sell && toLegResponse(found.sell, 'usdt'),
    unfilled: found.unfilled && {
      leg: found.unfilled.leg,
      amount: found.unfilled.leg === 'buy' ? roundMoney(found.unfilled.value) : roundUsdt(found.unfilled.value),
      reason: found.unfilled.reason,
    },
    official: { from: banks.from && toOfficialResponse(banks.from), to: banks.to && toOfficialResponse(banks.to) },
    confidence: toConfidenceResponse(found.confidence),
  }
}

function toLegResponse(leg: CoreLeg, unit: 'fiat' | 'usdt'): ConvertLeg {
  const { unfilled: _, ...trades } = toDealResponse(leg, unit)
  return { exchange: leg.exchange, ...trades }
}

/** One currency in another may be worth a hundred-thousandth: digits are kept, not decimals. */
const roundRate = (rate: number): number => Number(rate.toPrecision(6))
