import { cleanText, plansInWords, recommendedInWords } from '@p2p-rates/contract/words'
import type { Quote } from '@p2p-rates/sdk'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { drawTable, type RenderOptions } from '../render/draw-table.js'
import { grouped, priceText } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type Table, tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import type { ShownAds } from './ad-facts.js'
import { confidenceLine } from './confidence-lines.js'

type SmallestTrade = NonNullable<NonNullable<Quote['unfilled']>['smallest_trade']>

export function quoteReport(quote: Quote, ads: ShownAds, nowMs: number, filters: readonly string[] = []): Report {
  const { fiat, side, amount, amount_usdt: usdt, fills } = quote
  const wanted = amount === null ? `${grouped(usdt ?? 0, 0, 6)} USDT` : `${grouped(amount)} ${fiat}`
  const doing = side === 'BUY' ? 'Buying USDT' : 'Selling USDT'
  return {
    answer: quote,
    endpoint: 'quote',
    records: fills,
    title: `${amount === null ? `${doing}: ${wanted} for ${fiat}` : `${doing} for ${wanted}`}${howOld(quote, nowMs)}`,
    empty: isFilteredOut(quote, filters)
      ? `No trusted ad passes ${inARow(filters)}.`
      : 'No trusted ad accepts this amount.',
    table: fillTable(quote, ads),
    chart: (look) => [
      ...planLines(quote).flatMap((line) => [...paragraph(line, look.width), '']),
      ...drawTable(fillTable({ ...quote, fills: fills.slice(0, mostSeen) }, ads), look),
      ...(fills.length <= mostSeen
        ? []
        : ['', ...paragraph(`${fills.length - mostSeen} more ads: --csv and --json list all.`, look.width)]),
    ],
    footer: (look) => [
      ...conclusion(quote, filters).flatMap((line) => paragraph(line, look.width)),
      ...alternatives(quote, look),
    ],
  }
}

function planLines(quote: Quote): readonly string[] {
  const plans = plansInWords(quote, {
    exchange: exchangeName,
    advertiser: cleanText,
    money: (value, unit) => `${grouped(value, 2)} ${unit}`,
    difference: (value) => grouped(value, 2),
  })
  const [told, shown] = [plans, recommendedInWords(quote)]
  return told === '' ? [] : [shown === '' ? told : `${told} ${shown}`]
}

const mostSeen = 10

const fillTable = ({ fills, side, fiat }: Quote, ads: ShownAds): Table =>
  tableOf(
    fills,
    [
      {
        name: 'exchange',
        value: ({ exchange }) => exchange,
        shown: shownAsName,
        link: (fill) => ads.link(fill.exchange, fill.url),
      },
      {
        name: 'price',
        heading: side === 'BUY' ? 'you buy at' : 'you sell at',
        kind: 'price',
        value: ({ price }) => price,
      },
      { name: 'fiat', heading: fiat, kind: 'money', value: (fill) => fill.fiat },
      { name: 'usdt', heading: 'USDT', kind: 'money', value: (fill) => fill.usdt },
      { name: 'nickname', hidden: true, value: ({ nickname }) => nickname },
      { name: 'url', hidden: true, value: ({ url }) => url },
    ],
    // Names have any length, so they get no column.
    (fill) => [cleanText(fill.nickname), ads.facts(fill, side, fiat)].filter((text) => text !== '').join(': '),
  )

/** No ad is left, and some may have been left out. */
const isFilteredOut = ({ unfilled }: Pick<Quote, 'unfilled'>, filters: readonly string[]): boolean =>
  unfilled?.reason === 'no_ads' && filters.length > 0

const inARow = (filters: readonly string[]): string => filters.join(', ').replace(/, (?=[^,]*$)/, ' and ')

function conclusion(
  { fiat, side, average_price: average, total_fiat: paid, total_usdt: got, ...quote }: Quote,
  filters: readonly string[],
): string[] {
  const lines: string[] = []
  if (average !== null)
    lines.push(
      `Total ${grouped(got, 2)} USDT ${side === 'BUY' ? 'for' : 'bring'} ${grouped(paid, 2)} ${fiat}: ${priceText(average)} ${fiat} per USDT.`,
    )
  if (quote.unfilled !== null)
    lines.push(
      `Not possible: ${grouped(quote.unfilled.amount, 2)} ${quote.amount === null ? 'USDT' : fiat} (${
        isFilteredOut(quote, filters) ? `no ad passes ${inARow(filters)}` : unfilledInWords(quote.unfilled.reason)
      }).`,
    )
  const least = quote.unfilled?.smallest_trade
  if (least !== undefined) lines.push(leastLine(least, side, fiat))
  if (average !== null) lines.push(confidenceLine('', confidenceOf(quote)))
  return lines
}

/** An older server may not have checked whether the amount fits. */
function confidenceOf({ confidence: { level, reasons }, unfilled }: Pick<Quote, 'confidence' | 'unfilled'>) {
  if (unfilled === null || reasons.includes('amount_does_not_fit')) return { level, reasons }
  return { level: level === 'high' ? 'medium' : level, reasons: [...reasons, 'amount_does_not_fit'] }
}

/** There are ads, but none for a usual amount. */
const leastLine = ({ from_usdt, from_fiat, price, exchange }: SmallestTrade, side: Quote['side'], fiat: string) =>
  `No ad accepts a normal amount; from ${grouped(from_usdt)} USDT (${grouped(from_fiat)} ${fiat}) you ${
    side === 'BUY' ? 'buy' : 'sell'
  } at ${priceText(price)} on ${exchangeName(exchange)}.`

export const unfilledInWords = (reason: string): string => why.get(reason) ?? reason

const why = new Map([
  ['no_ads', 'there are no ads'],
  ['below_minimum', 'the remaining ads have larger minimums'],
  ['not_enough_depth', 'the trusted ads are used up'],
])

function alternatives({ alternatives: others, side, fiat, amount }: Quote, look: RenderOptions): string[] {
  const asksFiat = amount !== null
  const possible = others.filter((other) => other.average_price !== null)
  if (possible.length < 2) return []
  const rows = tableOf(possible, [
    { name: 'only on', value: ({ exchange }) => exchangeName(exchange) },
    { name: side === 'BUY' ? 'you buy at' : 'you sell at', kind: 'price', value: (other) => other.average_price },
    // The asked one is nearly the same everywhere.
    { name: fiat, kind: 'money', ...(asksFiat ? { flexible: 1 } : {}), value: (other) => other.total_fiat },
    { name: 'USDT', kind: 'money', ...(asksFiat ? {} : { flexible: 1 }), value: (other) => other.total_usdt },
    { name: 'ads', kind: 'count', flexible: true, value: ({ fills }) => fills.length },
    { name: ' ', value: ({ unfilled }) => (unfilled === null ? '' : 'not all'), style: () => 'bad' },
  ])
  return ['', ...drawTable(rows, look)]
}
