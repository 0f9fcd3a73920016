import {
  type Conversion,
  type ConversionLeg as CoreLeg,
  conversion,
  conversionCosts,
  type Fiat,
  type FromTo,
  marketIndex,
  type OfficialRate,
  type Side,
  type TrustedMarket,
} from '@p2p-rates/core'
import { asset, crossRate, roundMoney, roundPct, type Transfer, updatedAtMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, callerOf, type QuestionOf } from '../../endpoint/caller-inputs.js'
import {
  feeUsdt,
  fiatOrDefault,
  methodNames,
  tradeWorth,
  transferFeeOrAuto,
  wantedAmount,
} from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import type { Input } from '../../endpoint/input.js'
import { forCaller, type MarketData, type Rejected, type Success } from '../../endpoint/market-data.js'
import {
  roundUsdt,
  toUpdatedAtResponse,
  wireAsset,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePercent,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { Convert, ConvertCost, ConvertLeg } from '../../generated/types.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'
import { dealSchema, exampleFill, fillColumns, toDealResponse } from './deal.js'
import { toOfficialResponse, wireOfficial } from './reference-index.js'
import { chosenTransfer, chosenTransferSchema, feeOrEach } from './transfers.js'

const convertReasons = ['no_ads', 'below_minimum', 'not_enough_depth', 'below_fee'] as const

const { unfilled: _, ...dealParts } = dealSchema.shape
const leg: z.ZodType<ConvertLeg> = z.object({ exchange: wireExchange, ...dealParts }).meta({ id: 'ConvertLeg' })
const cost: z.ZodType<ConvertCost> = z
  .object({
    amount: z.number().meta({ description: 'Cost in the source currency; a negative value is a gain.' }),
    pct: wirePercent.meta({ description: 'Cost in percent of the amount.' }),
  })
  .meta({ id: 'ConvertCost' })
const wholeOnly = 'Null unless the whole amount can be converted.'
const wireRate = z.number().positive()

const answer: z.ZodType<Convert> = z
  .object({
    asset: wireAsset,
    from: wireFiat,
    to: wireFiat,
    amount: wireMoney.meta({ description: 'Amount you pay, in `from`.' }),
    updated_at: wireUpdatedAt.meta({
      description: 'Receive time of the older leg’s newest price, UTC; null if a leg has no usable ad.',
    }),
    received: wireMoney.nullable().meta({ description: `Amount you receive, in \`to\`. ${wholeOnly}` }),
    rate: wireRate
      .nullable()
      .meta({ description: `Units of \`to\` per unit of \`from\`, after all costs listed here. ${wholeOnly}` }),
    index_rate: wireRate
      .nullable()
      .meta({ description: 'Value of one `from` in `to` by the reference indices of both currencies.' }),
    official_rate: wireRate.nullable().meta({
      description: 'Value of one `from` in `to` by central bank rates; null if one is missing.',
    }),
    cost_pct: wirePercent.nullable().meta({
      description:
        'Percent by which `rate` is below `index_rate`: the sum of `costs`. A negative value is a gain. Null if `costs` is.',
    }),
    cost_vs_official_pct: wirePercent
      .nullable()
      .meta({ description: 'Percent by which `rate` is below `official_rate`.' }),
    costs: z
      .object({
        buy: cost.meta({ description: 'Premium of the buying price over the index.' }),
        transfer: cost.meta({ description: 'Cost of the transfer.' }),
        sell: cost.meta({ description: 'Discount of the selling price below the index.' }),
      })
      .meta({ id: 'ConvertCosts' })
      .nullable()
      .meta({ description: 'Null unless the whole amount can be converted and both indices are known.' }),
    transfer_fee_usdt: feeUsdt.meta({
      description: 'Transfer fee in USDT; 0 if both legs are on one exchange.',
    }),
    transfer: chosenTransferSchema
      .nullable()
      .exactOptional()
      .meta({ description: 'Null if nothing is moved. Only with `transfer_fee_usdt=auto`.' }),
    buy: leg.nullable().meta({ description: 'First leg: buying USDT.' }),
    sell: leg.nullable().meta({ description: 'Second leg: selling the USDT left after the transfer.' }),
    unfilled: z
      .object({
        leg: z.enum(['buy', 'sell']),
        amount: wireMoney.meta({
          description: 'Amount not converted: in `from` for the first leg, in USDT for the second.',
        }),
        reason: z.enum(convertReasons).meta({
          description:
            'no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth: all ads together offer less. below_fee: the transfer fee exceeds the amount bought.',
        }),
      })
      .meta({ id: 'ConvertUnfilled' })
      .nullable()
      .meta({ description: 'Reason why the whole amount cannot be converted.' }),
    official: z.object({ from: wireOfficial.nullable(), to: wireOfficial.nullable() }),
    confidence: confidenceSchema.meta({ description: 'Confidence of the weaker leg.' }),
  })
  .meta({ id: 'Convert', description: 'Conversion from one currency to another through USDT, with all costs.' })

const tradesOf = ({ from, to, buy, sell }: Convert) => [
  ...(buy?.fills ?? []).map((fill) => ({ leg: 'buy', currency: from, ...fill })),
  ...(sell?.fills ?? []).map((fill) => ({ leg: 'sell', currency: to, ...fill })),
]

const to: Input<Fiat> = {
  ...fiatOrDefault('Target currency, in any case.'),
  rule: (wanted, before) => (wanted === before.get('from') ? 'another currency than `from`' : null),
}

const likeMethods = 'named like `payment_method` of the order book; with several, an ad must accept at least one.'

/**
 * @example
 * const { received, cost_pct, costs } = await p2p.convert({ from: 'UAH', to: 'KZT', amount: 10_000 })
 */
export const convert = defineEndpoint({
  name: 'convert',
  method: 'GET',
  path: '/convert',
  ...forKeys('Starter', 'reader'),
  summary: 'Convert one currency to another through USDT',
  description:
    'Finds the exchanges that deliver the most: buys USDT on one, and sells it there or, after one transfer, on another. Uses trusted ads within their limits and stock, and plans each leg as `quote` does. Lists every cost against the reference indices and the central bank rates. Fees of your banks are not included.',
  query: {
    from: fiatOrDefault('Source currency, in any case.'),
    to,
    amount: wantedAmount('Amount you pay, in `from`.'),
    from_method: methodNames(`Payment methods of the first leg, ${likeMethods}`),
    to_method: methodNames(`Payment methods of the second leg, ${likeMethods}`),
    transfer_fee_usdt: transferFeeOrAuto,
    trade_worth_usdt: tradeWorth,
    ...callerInputs,
  },
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
      fills: [{ ...exampleFill, price: 41.4, fiat: 10000, usdt: 241.545894 }],
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
  ...cachedPrices,
})

type ConvertMarkets = {
  readonly from: MarketData
  readonly to: MarketData
  readonly official: { readonly from: OfficialRate | null; readonly to: OfficialRate | null }
  /** Networks between exchanges; absent if the question does not need them. */
  readonly transfers?: readonly Transfer[]
}

export type ConvertRefused = Rejected & { readonly fiat: string }

export function answerConvert(
  query: QuestionOf<typeof convert>,
  known: ConvertMarkets,
): Success<Convert> | ConvertRefused {
  const { from, to, amount, from_method, to_method } = query
  const paid = marketFor(forCaller(known.from, query), 'BUY', from_method)
  if ('problem' in paid) return { ...paid, fiat: from }
  const wanted = marketFor(forCaller(known.to, query), 'SELL', to_method)
  if ('problem' in wanted) return { ...wanted, fiat: to }
  const costs = { feeUsdt: feeOrEach(query.transfer_fee_usdt, known), tradeWorthUsdt: query.trade_worth_usdt }
  const found = conversion(
    paid,
    wanted,
    { amountFiat: amount, ...costs },
    {
      ...known.from.rules,
      caller: callerOf(query, known.from.rules.caller),
    },
  )
  const worth = bothOf(marketIndex(known.from.market)?.value, marketIndex(known.to.market)?.value)
  const official = bothOf(known.official.from?.rate, known.official.to?.rate)
  const seenAtMs = olderOf(updatedAtMs(sideOf(paid, 'BUY')), updatedAtMs(sideOf(wanted, 'SELL')))
  return {
    answer: toConvertResponse(query, found, {
      seenAtMs,
      worth,
      official,
      banks: known.official,
      transfers: known.transfers,
    }),
  }
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

type ConvertInput = {
  readonly seenAtMs: number | null
  readonly worth: FromTo | null
  readonly official: FromTo | null
  readonly banks: ConvertMarkets['official']
  readonly transfers: readonly Transfer[] | undefined
}

function toConvertResponse(
  { from, to, amount, transfer_fee_usdt: fee }: QuestionOf<typeof convert>,
  found: Conversion,
  { seenAtMs, worth, official, banks, transfers = [] }: ConvertInput,
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
    ...(fee === 'auto' ? { transfer: transferOf(found, transfers) } : {}),
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

const transferOf = ({ buy, sell }: Conversion, transfers: readonly Transfer[]) =>
  buy === null || sell === null || buy.exchange === sell.exchange
    ? null
    : chosenTransfer(transfers, buy.exchange, sell.exchange)

function toLegResponse(leg: CoreLeg, unit: 'fiat' | 'usdt'): ConvertLeg {
  const { unfilled: _, ...trades } = toDealResponse(leg, unit)
  return { exchange: leg.exchange, ...trades }
}

/** Rounds to digits instead of decimals, because a unit may be worth 0.00001 of another currency. */
const roundRate = (rate: number): number => Number(rate.toPrecision(6))
