import { cleanText, intervalInWords, recommendedInWords, tradePlansInWords } from '@p2p-rates/contract/words'
import type { Quote } from '@p2p-rates/sdk'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { drawTable, type RenderOptions } from '../render/draw-table.js'
import { grouped, priceText } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type Table, tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { allOf, say, sayCount, sharedWords, shownAs } from '../words/say.js'
import { confidenceLine } from './confidence-lines.js'
import type { AdDescriber } from './describe-ads.js'

type SmallestTrade = NonNullable<NonNullable<Quote['unfilled']>['smallest_trade']>

export function quoteReport(quote: Quote, ads: AdDescriber, nowMs: number, filters: readonly string[] = []): Report {
  const { fiat, amount, amount_usdt: usdt, fills } = quote
  const wanted = amount === null ? `${grouped(usdt ?? 0, 0, 6)} USDT` : `${grouped(amount)} ${fiat}`
  return {
    answer: quote,
    endpoint: 'quote',
    records: fills,
    title: `${titleOf(quote, wanted)}${howOld(quote, nowMs)}`,
    empty: isFilteredOut(quote, filters)
      ? say('No trusted ad passes {filters}.', { filters: allOf(filters) })
      : say('No trusted ad accepts this amount.'),
    table: fillTable(quote, ads),
    chart: (look) => [
      ...planLines(quote).flatMap((line) => [...paragraph(line, look.width), '']),
      ...drawTable(fillTable({ ...quote, fills: fills.slice(0, mostSeen) }, ads), look),
      ...(fills.length <= mostSeen ? [] : ['', ...paragraph(moreAds(fills.length - mostSeen), look.width)]),
    ],
    footer: (look) => [
      ...conclusion(quote, filters).flatMap((line) => paragraph(line, look.width)),
      ...alternatives(quote, look),
    ],
  }
}

function titleOf({ side, amount, fiat }: Quote, wanted: string): string {
  if (amount === null)
    return side === 'BUY'
      ? say('Buying USDT: {amount} for {fiat}', { amount: wanted, fiat })
      : say('Selling USDT: {amount} for {fiat}', { amount: wanted, fiat })
  return side === 'BUY'
    ? say('Buying USDT for {amount}', { amount: wanted })
    : say('Selling USDT for {amount}', { amount: wanted })
}

const moreAds = (n: number): string =>
  sayCount({ one: '{n} more ad: --csv and --json list all.', other: '{n} more ads: --csv and --json list all.' }, { n })

function planLines(quote: Quote): readonly string[] {
  const plans = tradePlansInWords(sharedWords(), quote, {
    exchange: exchangeName,
    advertiser: cleanText,
    money: (value, unit) => `${grouped(value, 2)} ${unit}`,
    difference: (value) => grouped(value, 2),
  })
  const [told, shown] = [plans, recommendedInWords(sharedWords(), quote)]
  return told === '' ? [] : [shown === '' ? told : `${told} ${shown}`]
}

const mostSeen = 10

const fillTable = ({ fills, side, fiat }: Quote, ads: AdDescriber): Table =>
  tableOf(
    fills,
    [
      { name: 'exchange', shown: shownAsName, link: (fill) => ads.linkUrl(fill.exchange, fill.url) },
      { name: 'price', heading: side === 'BUY' ? 'you buy at' : 'you sell at', kind: 'price' },
      { name: 'fiat', heading: fiat, kind: 'money' },
      { name: 'usdt', heading: 'USDT', kind: 'money' },
      { name: 'nickname', hidden: true },
      { name: 'url', hidden: true },
    ],
    // Names have any length, so they get no column.
    (fill) => [cleanText(fill.nickname), ads.describe(fill, side, fiat)].filter((text) => text !== '').join(': '),
  )

/** No ad is left, and some may have been left out. */
const isFilteredOut = ({ unfilled }: Pick<Quote, 'unfilled'>, filters: readonly string[]): boolean =>
  unfilled?.reason === 'no_ads' && filters.length > 0

function conclusion(
  { fiat, side, average_price: average, total_fiat: paid, total_usdt: got, ...quote }: Quote,
  filters: readonly string[],
): string[] {
  const lines: string[] = []
  if (average !== null)
    lines.push(totalLine(side, { usdt: grouped(got, 2), paid: grouped(paid, 2), fiat, price: priceText(average) }))
  if (quote.unfilled !== null)
    lines.push(
      say('Not possible: {amount} ({reason}).', {
        amount: `${grouped(quote.unfilled.amount, 2)} ${quote.amount === null ? 'USDT' : fiat}`,
        reason: isFilteredOut(quote, filters)
          ? say('no ad passes {filters}', { filters: allOf(filters) })
          : unfilledInWords(quote.unfilled.reason),
      }),
    )
  const least = quote.unfilled?.smallest_trade
  if (least !== undefined) lines.push(leastLine(least, side, fiat))
  if (average !== null) lines.push(confidenceLine(confidenceOf(quote)))
  const bound = intervalInWords(
    sharedWords(),
    { fiat, side, ...quote },
    (value, unit) => `${grouped(value, 2)} ${unit}`,
  )
  return bound === '' ? lines : [...lines, bound]
}

const totalLine = (
  side: Quote['side'],
  slots: { readonly usdt: string; readonly paid: string; readonly fiat: string; readonly price: string },
): string =>
  side === 'BUY'
    ? say('Total {usdt} USDT for {paid} {fiat}: {price} {fiat} per USDT.', slots)
    : say('Total {usdt} USDT bring {paid} {fiat}: {price} {fiat} per USDT.', slots)

/** An older server may not have checked whether the amount fits. */
function confidenceOf({ confidence: { level, reasons }, unfilled }: Pick<Quote, 'confidence' | 'unfilled'>) {
  if (unfilled === null || reasons.includes('amount_does_not_fit')) return { level, reasons }
  return { level: level === 'high' ? 'medium' : level, reasons: [...reasons, 'amount_does_not_fit'] }
}

/** There are ads, but none for a usual amount. */
function leastLine({ from_usdt, from_fiat, price, exchange }: SmallestTrade, side: Quote['side'], fiat: string) {
  const slots = {
    usdt: grouped(from_usdt),
    amount: grouped(from_fiat),
    fiat,
    price: priceText(price),
    exchange: exchangeName(exchange),
  }
  return side === 'BUY'
    ? say('No ad accepts a normal amount; from {usdt} USDT ({amount} {fiat}) you buy at {price} on {exchange}.', slots)
    : say('No ad accepts a normal amount; from {usdt} USDT ({amount} {fiat}) you sell at {price} on {exchange}.', slots)
}

export const unfilledInWords = shownAs(() => ({
  no_ads: say('there are no ads'),
  below_minimum: say('the remaining ads have larger minimums'),
  not_enough_depth: say('the trusted ads are used up'),
}))

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
    { name: ' ', value: ({ unfilled }) => (unfilled === null ? '' : say('not all')), style: 'bad' },
  ])
  return ['', ...drawTable(rows, look)]
}
