import { arbitrage } from '../../endpoints/prices/arbitrage.js'
import { sources } from '../../endpoints/service/sources.js'
import type { ConfidenceAnswer, WireOpportunity } from '../../generated/types.js'
import { doubtInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { agesOf, missingLine } from '../data-age-in-words.js'
import { feeArgument, fiatArgument, type Tool } from '../tool.js'
import { transferInWords } from '../transfer-in-words.js'
import { waysToPay } from '../untrusted-text.js'

const mostTrips = 6

export const findArbitrage: Tool = {
  name: 'find_arbitrage',
  description:
    'Buying USDT on one exchange, selling it on another: what remains after the transfer fee, best first; may be a loss.',
  params: {
    fiat: fiatArgument,
    amount: { type: 'number', description: 'Fiat; default 1000' },
    transfer_fee_usdt: feeArgument,
  },
  endpoints: [arbitrage, sources],
  run: async (given, ask) => {
    const found = await ask(arbitrage, { ...given, include: 'confidence' })
    const seen = await ask(sources, { fiat: found.fiat })
    const { fiat, amount, transfer_fee_usdt: fee, opportunities } = found
    const isAuto = given.transfer_fee_usdt === 'auto'
    const trips = opportunities.slice(0, mostTrips)
    const more = opportunities.length - trips.length
    return [
      `Round trips with ${amount} ${fiat}, ${isAuto ? 'each with the fee of its cheapest open network' : transferInWords(fee)}:`,
      ...(trips.length === 0 ? ['none: no pair of exchanges takes this amount with a positive spread.'] : []),
      ...trips.map((trip, place) => `${place + 1}. ${tripLine(trip, fiat)}`),
      ...(more > 0 ? [`and ${more} that pay less.`] : []),
      `Seen: ${
        agesOf(
          seen,
          seen.sources.filter(({ state }) => state === 'live').map(({ exchange }) => exchange),
        ) || 'nothing'
      }.`,
      ...missingLine(seen),
    ]
  },
}

const tripLine = (trip: WireOpportunity, fiat: string): string =>
  [
    `you buy on ${trip.buy_exchange} at ${trip.buy_price} (${trip.buy_limits.join(' to ')} ${fiat}; ${waysToPay(trip.buy_methods, { exchange: trip.buy_exchange, fiat })}${doubted(trip.confidence?.buy)})`,
    `you sell on ${trip.sell_exchange} at ${trip.sell_price} (${trip.sell_limits.join(' to ')} ${fiat}; ${waysToPay(trip.sell_methods, { exchange: trip.sell_exchange, fiat })}${doubted(trip.confidence?.sell)})`,
    ...(trip.transfer === undefined ? [] : [transferInWords(trip.transfer.fee_usdt, trip.transfer)]),
    `${trip.gross_spread_pct}% before, ${trip.net_profit_pct}% after the fee: ${trip.net_profit} ${fiat}`,
  ].join(', ')

function doubted(leg: ConfidenceAnswer | undefined): string {
  if (leg === undefined || leg.level === 'high') return ''
  return `; ${doubtInWords(en, leg)?.replace(/\.$/, '') ?? `${leg.level} confidence`}`
}
