import type { SmallestTrade as CoreSmallestTrade } from '@p2p-rates/core'
import { roundMoney } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { wireExchange, wireMoney, wirePrice } from '../endpoint/wire-schemas.js'
import type { SmallestTrade } from '../generated/types.js'
import type { ErrorResponse } from './error-codes.js'

export const smallestTradeSchema: z.ZodType<SmallestTrade> = z
  .object({ from_usdt: wireMoney, from_fiat: wireMoney, price: wirePrice, exchange: wireExchange })
  .meta({ id: 'SmallestTrade', description: 'The smallest amount that can be traded, if no ad takes a normal amount.' })

export const toSmallestTradeResponse = ({ fromUsdt, fromFiat, price, exchange }: CoreSmallestTrade): SmallestTrade => ({
  // Rounded up, so that asking for just this amount is never too little.
  from_usdt: millionthsUp(fromUsdt),
  from_fiat: centsUp(fromFiat),
  price,
  exchange,
})

function millionthsUp(usdt: number): number {
  const millionths = Math.ceil(usdt * 1e6)
  // Correct products of large amounts, which may have been rounded down.
  return (millionths / 1e6 < usdt ? millionths + 1 : millionths) / 1e6
}

function centsUp(money: number): number {
  const near = roundMoney(money)
  return near < money ? roundMoney(near + 0.01) : near
}

type Known = { readonly buy: CoreSmallestTrade | null; readonly sell: CoreSmallestTrade | null }

export function noPriceProblem(fiat: string, { buy, sell }: Known): ErrorResponse {
  if (buy === null && sell === null) return noFreshPrices(fiat)
  const told = [
    ...(buy === null ? [] : [`you buy ${sentence(fiat, buy)}`]),
    ...(sell === null ? [] : [`you sell ${sentence(fiat, sell)}`]),
  ]
  return {
    code: 'data_unavailable',
    message: `There is no ad for a normal amount of ${fiat}: ${told.join('; ')}.`,
    smallestTrade: { buy: buy && toSmallestTradeResponse(buy), sell: sell && toSmallestTradeResponse(sell) },
  }
}

export function noFreshPrices(fiat: string, exchangeName?: string): ErrorResponse {
  const where = exchangeName === undefined ? '' : ` on ${exchangeName}`
  return { code: 'data_unavailable', message: `There are no fresh prices for ${fiat}${where} at the moment.` }
}

const sentence = (fiat: string, { fromUsdt, fromFiat, price, exchange }: CoreSmallestTrade): string =>
  `from ${plain(fromUsdt)} USDT (${plain(fromFiat)} ${fiat}) at ${price} on ${exchange}`

const plain = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 })
