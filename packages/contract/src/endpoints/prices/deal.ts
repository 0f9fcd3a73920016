import type { Execution as CoreDeal, UnfilledReason } from '@p2p-rates/core'
import { roundMoney, roundPct, roundPrice } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { columnsOf } from '../../endpoint/csv.js'
import { coreWords, typeNames } from '../../endpoint/type-names.js'
import { roundUsdt, wireCount, wireExchange, wireMoney, wirePrice } from '../../endpoint/wire-schemas.js'
import { smallestTradeSchema } from '../../errors/smallest-trade.js'
import type { Deal, Fill } from '../../generated/types.js'

const unfilledReasons = ['no_ads', 'below_minimum', 'not_enough_depth'] as const satisfies readonly UnfilledReason[]

export const dealSchema = z
  .object({
    average_price: wirePrice.nullable().meta({ description: 'Average price in fiat per USDT; null without fills.' }),
    worst_price: wirePrice.nullable().meta({ description: 'Worst price in fiat per USDT.' }),
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
            completed_orders: wireCount.nullable().meta({ description: 'null if the exchange does not publish it.' }),
            completion_pct: z
              .number()
              .min(0)
              .max(100)
              .nullable()
              .meta({ description: 'Percent of orders completed; null if the exchange does not publish it.' }),
            url: z.string().nullable().meta({ description: 'Web page of the ad or its advertiser.' }),
          })
          .meta({ id: 'Fill' }),
      )
      .meta({ description: 'The trades to make.' }),
    unfilled: z
      .object({
        amount: wireMoney,
        reason: coreWords('UnfilledReason', unfilledReasons).meta({
          description:
            'no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth: all ads together offer less.',
        }),
        smallest_trade: smallestTradeSchema.exactOptional().meta({
          description: 'The smallest amount that can be traded, if no ad takes a normal amount.',
        }),
      })
      .meta({ id: 'Unfilled' })
      .nullable()
      .meta({ description: 'Amount that could not be filled, in the unit of the request, and the reason.' }),
  })
  .meta({ description: 'Trades that fill an amount, with their totals.' })
  .register(typeNames, { type: 'Deal' })

export const fillColumns = columnsOf(dealSchema.shape.fills.element)

export const toDealResponse = (
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
    completion_pct: fill.ad.completionPct === null ? null : roundPct(fill.ad.completionPct),
    url: fill.ad.url,
  })),
  unfilled: unfilled && {
    amount: unit === 'fiat' ? roundMoney(unfilled.value) : roundUsdt(unfilled.value),
    reason: unfilled.reason,
  },
})

export const exampleFill: Fill = {
  exchange: 'binance',
  nickname: 'Honest Trader',
  price: 41.32,
  fiat: 30000,
  usdt: 726.040658,
  min_amount: 1000,
  max_amount: 30000,
  payment_methods: ['Monobank'],
  completed_orders: 640,
  completion_pct: 98.7,
  url: null,
}
