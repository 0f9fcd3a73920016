import { quote } from '../../endpoints/prices/quote.js'
import { sources } from '../../endpoints/service/sources.js'
import type { Deal, Fill, Quote } from '../../generated/types.js'
import { en } from '../../words/en.js'
import { intervalInWords } from '../../words/interval-in-words.js'
import { recommendedInWords, tradePlansInWords } from '../../words/trade-plans-in-words.js'
import { agesOf, missingLine } from '../data-age-in-words.js'
import { fiatArgument, methodArgument, sideArgument, type Tool } from '../tool.js'
import { aboutNames, recordInWords, sanitizeNickname, waysToPay } from '../untrusted-text.js'
import { confidenceLine } from './confidence-line.js'

const mostTrades = 6

export const getQuote: Tool = {
  name: 'get_quote',
  description:
    'What an amount really buys or brings now: trusted ads in order, what more trades add, average price, what stays over. Give amount (fiat) or amount_usdt.',
  params: {
    fiat: fiatArgument,
    side: sideArgument,
    amount: { type: 'number' },
    amount_usdt: { type: 'number' },
    method: methodArgument,
    exchange: { type: 'string' },
    trade_worth_usdt: { type: 'number', description: 'Least gain of one more trade' },
  },
  endpoints: [quote, sources],
  run: async ({ method, ...given }, ask) => {
    const deal = await ask(quote, { ...given, payment_method: method, include: 'interval' })
    const seen = await ask(sources, { fiat: deal.fiat })
    return [
      ...plansOf(deal),
      headline(deal),
      ...tradesOf(deal),
      ...leftOver(deal),
      confidenceLine(deal.confidence),
      ...boundOf(deal),
      ...alternativesOf(deal),
      `Seen: ${
        agesOf(
          seen,
          [...deal.fills, ...deal.alternatives].map(({ exchange }) => exchange),
        ) || 'nothing'
      }.`,
      ...missingLine(seen),
      ...(deal.fills.length === 0 ? [] : [aboutNames]),
    ]
  },
}

function plansOf(deal: Quote): readonly string[] {
  const plans = tradePlansInWords(en, deal, {
    exchange: (id) => id,
    advertiser: sanitizeNickname,
    money: (value, unit) => `${value} ${unit}`,
    difference: (value) => value.toFixed(2),
  })
  return [plans, recommendedInWords(en, deal)].filter((line) => line !== '')
}

const boundOf = (deal: Quote): readonly string[] =>
  [intervalInWords(en, deal, (value, unit) => `${value.toFixed(2)} ${unit}`)].filter((line) => line !== '')

function headline({ fiat, side, amount, amount_usdt: amountUsdt, ...deal }: Quote): string {
  const asked = amount === null ? `${amountUsdt} USDT` : `${side === 'BUY' ? 'with' : 'for'} ${amount} ${fiat}`
  const what = `You ${side === 'BUY' ? 'buy' : 'sell'} ${amount === null ? asked : `USDT ${asked}`}`
  if (deal.average_price === null) return `${what}: no trusted ad takes it.`
  const sums =
    side === 'BUY'
      ? `you pay ${deal.total_fiat} ${fiat} and get ${deal.total_usdt} USDT`
      : `you give ${deal.total_usdt} USDT and get ${deal.total_fiat} ${fiat}`
  return `${what}: ${sums}, at an average price of ${deal.average_price} ${fiat}, worst price ${deal.worst_price}.`
}

function tradesOf({ fiat, fills }: Quote): readonly string[] {
  const more = fills.length - mostTrades
  return [
    ...fills.slice(0, mostTrades).map((fill, place) => `${place + 1}. ${tradeLine(fill, fiat)}`),
    ...(more > 0 ? [`and ${more} more trades.`] : []),
  ]
}

const tradeLine = (fill: Fill, fiat: string): string =>
  [
    `${fill.exchange}, ad of ${sanitizeNickname(fill.nickname)}: ${fill.fiat} ${fiat} for ${fill.usdt} USDT at ${fill.price}`,
    `takes ${fill.min_amount} to ${fill.max_amount} ${fiat}`,
    waysToPay(fill.payment_methods, { exchange: fill.exchange, fiat }),
    recordInWords(fill.completed_orders, fill.completion_pct),
  ].join('; ')

const whyOver: Readonly<Record<string, string>> = {
  no_ads: 'no ads offer that',
  below_minimum: 'every ad wants more',
  not_enough_depth: 'the trusted ads are used up',
}

function leftOver({ unfilled, amount, fiat }: Quote): readonly string[] {
  if (unfilled === null) return []
  const least = unfilled.smallest_trade
  const from = least === undefined ? '' : ` Trades begin at ${least.from_fiat} ${fiat} (${least.exchange}).`
  const unit = amount === null ? 'USDT' : fiat
  return [`Stays over: ${unfilled.amount} ${unit}, ${whyOver[unfilled.reason] ?? unfilled.reason}.${from}`]
}

function alternativesOf({ alternatives, side, fiat }: Quote): readonly string[] {
  const told = alternatives.map((one) => `${one.exchange} ${comesTo(one, side, fiat)}`)
  return told.length === 0 ? [] : [`On one exchange alone: ${told.join('; ')}.`]
}

function comesTo({ average_price: average, unfilled, ...deal }: Deal, side: Quote['side'], fiat: string): string {
  if (average === null) return 'nothing'
  const gain = side === 'BUY' ? `${deal.total_usdt} USDT` : `${deal.total_fiat} ${fiat}`
  return `${gain} at ${average}${unfilled === null ? '' : ' (not all)'}`
}
