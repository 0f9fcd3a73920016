import { type Depth as CoreDepth, depth as depthOf } from '@p2p-rates/core'
import { asset, updatedAtMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import { fiat, optionalExchange, side } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import {
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
import type { Depth, SizePrice } from '../../generated/types.js'
import { adFilterInputs, filterMarket, toAdFilter } from './ad-filter.js'
import { availableSupplySchema, toAvailableSupplyResponse } from './available-supply.js'
import { confidenceSchema, toConfidenceResponse } from './confidence.js'
import { dealSchema, toDealResponse } from './deal.js'

const wholeOnly = 'Null unless the whole amount can be traded.'

const size: z.ZodType<SizePrice> = z
  .object({
    amount_usdt: wireMoney,
    average_price: wirePrice.nullable().meta({ description: `Average price in fiat per USDT. ${wholeOnly}` }),
    worst_price: wirePrice.nullable().meta({ description: `Worst price in fiat per USDT. ${wholeOnly}` }),
    total_fiat: wireMoney.nullable().meta({ description: wholeOnly }),
    trades: wireCount.meta({ description: 'Number of trades; 0 unless the whole amount can be traded.' }),
    exchanges: z.array(wireExchange).meta({ description: 'Exchanges to trade on, in order of the trades.' }),
    unfilled: dealSchema.shape.unfilled.meta({ description: 'USDT that could not be filled, and the reason.' }),
  })
  .meta({ id: 'SizePrice', description: 'Cost or proceeds of one amount.' })

const answer: z.ZodType<Depth> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    exchange: wireExchange.nullable().meta({ description: 'Null for all exchanges together.' }),
    payment_method: z.string().nullable().meta({ description: 'Value of the parameter `payment_method`, or null.' }),
    updated_at: wireUpdatedAt,
    sizes: z.array(size).meta({ description: 'Smallest amount first.' }),
    on_offer: availableSupplySchema,
    confidence: confidenceSchema,
  })
  .meta({ id: 'Depth', description: 'Prices that `quote` gives for amounts from 50 to 10,000 USDT.' })

function toSizeResponse({ usdt, deal }: CoreDepth['sizes'][number]): SizePrice {
  const { average_price, worst_price, total_fiat, fills, unfilled } = toDealResponse(deal, 'usdt')
  const size = { amount_usdt: usdt, unfilled }
  // Return no prices for a partial fill, because readers would take them for the price of the whole amount.
  if (unfilled !== null)
    return { ...size, average_price: null, worst_price: null, total_fiat: null, trades: 0, exchanges: [] }
  const exchanges = [...new Set(fills.map(({ exchange }) => exchange))]
  return { ...size, average_price, worst_price, total_fiat, trades: fills.length, exchanges }
}

const sizeColumns = [
  'amount_usdt',
  'average_price',
  'worst_price',
  'total_fiat',
  'trades',
  'exchanges',
  'unfilled_usdt',
  'unfilled_reason',
] as const

const flatSize = ({ unfilled, ...size }: SizePrice) => ({
  ...size,
  unfilled_usdt: unfilled?.amount,
  unfilled_reason: unfilled?.reason,
})

/**
 * @example
 * const { sizes } = await p2p.depth({ side: 'SELL', payment_method: ['monobank', 'privatbank'] })
 * for (const { amount_usdt, average_price } of sizes) console.log(amount_usdt, average_price ?? 'not enough')
 */
export const depth = defineEndpoint({
  name: 'depth',
  method: 'GET',
  path: '/depth',
  ...forKeys('Starter', 'reader'),
  summary: 'The price by size',
  description:
    'Returns the price per USDT for amounts from 50 to 10,000 USDT, and the total supply of trusted ads. Each size is calculated as by `quote`, within the limits and stock of every ad. A larger amount may be cheaper per USDT, because the best ads often have high minimums.',
  query: {
    fiat,
    side,
    exchange: optionalExchange('Only this exchange; all of them together when absent.'),
    ...adFilterInputs,
    ...callerInputs,
  },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    exchange: null,
    payment_method: null,
    updated_at: '2026-11-21T10:05:12.000Z',
    sizes: [
      {
        amount_usdt: 1000,
        average_price: 41.331,
        worst_price: 41.36,
        total_fiat: 41330.96,
        trades: 2,
        exchanges: ['binance', 'okx'],
        unfilled: null,
      },
      {
        amount_usdt: 10000,
        average_price: null,
        worst_price: null,
        total_fiat: null,
        trades: 0,
        exchanges: [],
        unfilled: { amount: 6855.898453, reason: 'not_enough_depth' },
      },
    ],
    on_offer: { ads: 2, available_usdt: 5211.4, at_once_usdt: 3144.101547 },
    confidence: { level: 'high', reasons: [] },
  },
  table: tableOf(sizeColumns, ({ sizes }: Depth) => sizes.map(flatSize)),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerDepth(query: QuestionOf<typeof depth>, known: MarketData): Success<Depth> {
  const { fiat, side, exchange, payment_method: methods } = query
  const wanted = filterMarket(known, toAdFilter(query))
  const isMeant = (board: { readonly exchange: string }) => exchange === undefined || board.exchange === exchange
  const boards = wanted.boards.filter((board) => board.side === side && isMeant(board))
  if (boards.length === 0 && (exchange === undefined || !known.isUntraded(exchange)))
    return { problem: known.unavailable(exchange) }
  const { sizes, availableSupply, confidence } = depthOf(wanted, { side, exchange }, known.rules)
  return {
    answer: {
      asset,
      fiat,
      side,
      exchange: exchange ?? null,
      payment_method: methods?.join(',') ?? null,
      updated_at: toUpdatedAtResponse(updatedAtMs(boards)),
      sizes: sizes.map(toSizeResponse),
      on_offer: toAvailableSupplyResponse(availableSupply),
      confidence: toConfidenceResponse(confidence),
    },
  }
}

export const depthOfMarket = marketEndpoint(depth, answerDepth)
