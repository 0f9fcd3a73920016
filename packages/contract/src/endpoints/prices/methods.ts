import {
  type MethodPrices as CoreMethodPrices,
  filterAds,
  methodPrices,
  noFilter,
  type TrustedMarket,
} from '@p2p-rates/core'
import { asset, createWantedFilter, methodClasses, onlyMethod, updatedAtMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { fiat, optionalAmount, side } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import { coreWords } from '../../endpoint/type-names.js'
import {
  roundUsdt,
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePrice,
  wireSide,
  wireUpdatedAt,
} from '../../endpoint/wire-schemas.js'
import type { MethodPrice, MethodPrices } from '../../generated/types.js'

const method: z.ZodType<MethodPrice> = z
  .object({
    id: z.string().meta({ description: 'Canonical id, accepted as `payment_method` everywhere.' }),
    name: z.string(),
    class: coreWords('MethodClass', methodClasses),
    price: wirePrice.meta({ description: 'The best trusted price, in fiat per USDT.' }),
    exchange: wireExchange,
    ads: wireCount.meta({ description: 'Ads behind `price`.' }),
    available_usdt: wireMoney.meta({
      description:
        'USDT that their advertisers still have, or their largest order if the exchange does not publish it.',
    }),
  })
  .meta({ id: 'MethodPrice', description: 'Payment method, and the ads for a normal order that accept it.' })

const answer: z.ZodType<MethodPrices> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    updated_at: wireUpdatedAt,
    methods: z.array(method).meta({ description: 'Best price first.' }),
    unnamed_ads: wireCount.meta({ description: 'Ads for a normal order that accept only unknown payment methods.' }),
  })
  .meta({ id: 'MethodPrices', description: 'The price by payment method.' })

const toPriceResponse = ({
  method,
  price,
  exchange,
  availableSupply,
}: CoreMethodPrices['prices'][number]): MethodPrice => ({
  id: method.id,
  name: method.name,
  class: method.class,
  price,
  exchange,
  ads: availableSupply.ads,
  available_usdt: roundUsdt(availableSupply.usdt),
})

/**
 * @example
 * const { methods } = await p2p.methods({ fiat: 'UAH', side: 'BUY' })
 * for (const { name, price, exchange } of methods) console.log(`${name}: ${price} on ${exchange}`)
 */
export const methods = defineEndpoint({
  name: 'methods',
  method: 'GET',
  path: '/methods',
  ...forKeys('Starter', 'reader'),
  summary: 'The price by payment method',
  description:
    'For each payment method: its canonical name, the best price over all exchanges for a normal caller, and the supply. A method is scored among its own ads once five advertisers accept it, as elsewhere with `payment_method`. Methods without such an ad are not listed.',
  query: {
    fiat,
    side,
    amount: optionalAmount('Only ads that take this whole fiat amount in one order, within limits and stock.'),
    ...callerInputs,
  },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    updated_at: '2026-11-21T10:05:12.000Z',
    methods: [
      {
        id: 'monobank',
        name: 'Monobank',
        class: 'bank',
        price: 41.32,
        exchange: 'binance',
        ads: 14,
        available_usdt: 20144.87,
      },
      {
        id: 'privatbank',
        name: 'PrivatBank',
        class: 'bank',
        price: 41.36,
        exchange: 'okx',
        ads: 9,
        available_usdt: 8310.02,
      },
    ],
    unnamed_ads: 0,
  },
  table: tableOf(columnsOf(method), ({ methods }: MethodPrices) => methods),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerMethods(
  { fiat, side, amount, my_methods: own }: QuestionOf<typeof methods>,
  known: MarketData,
): Success<MethodPrices> {
  const boards = known.market.boards.filter((board) => board.side === side)
  if (boards.length === 0) return { problem: known.unavailable() }
  const taking = (market: TrustedMarket) => filterAds(market, { ...noFilter, amountFiat: amount ?? null })
  const isWanted = createWantedFilter({ oneOf: own ?? [], noneOf: [] })
  const { prices, unnamed } = methodPrices(taking(known.market), side, (id) => taking(known.ofMethods(onlyMethod(id))))
  return {
    answer: {
      asset,
      fiat,
      side,
      updated_at: toUpdatedAtResponse(updatedAtMs(boards)),
      methods: prices.filter(({ method }) => isWanted([method.id, method.name])).map(toPriceResponse),
      unnamed_ads: unnamed.ads,
    },
  }
}

export const methodsOfMarket = marketEndpoint(methods, answerMethods)
