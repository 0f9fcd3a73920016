import type { Fiat, Quote, QuoteQuery, Side } from '@p2p-rates/sdk'
import { exchangeName, shownAsName, usualExchanges } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { nameMissing } from '../name-missing.js'
import { exchangeOption, fiatOption, methodOption, readAmount, sideOption } from '../options.js'
import { grouped } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type Look, table, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

type Options = {
  readonly amount?: number
  readonly usdt?: number
  readonly fiat?: Fiat
  readonly side: Side
  readonly exchange?: string
  readonly paymentMethod?: string
}

export const define: Define = (command, cli) =>
  command
    .option('-a, --amount <n>', 'how much, in the currency', readAmount)
    .option('-u, --usdt <n>', 'how much, in USDT', readAmount)
    .addOption(fiatOption())
    .addOption(sideOption())
    .addOption(exchangeOption('only this exchange'))
    .addOption(methodOption())
    .action(async (options: Options) => {
      const query = {
        ...(await chosenFiat(cli, options)),
        ...amountOf(options),
        side: options.side,
        ...(options.exchange === undefined ? {} : { exchange: options.exchange }),
        ...(options.paymentMethod === undefined ? {} : { payment_method: options.paymentMethod }),
      }
      const quote = await cli.ask((p2p) => p2p.quote(query))
      cli.print(quoteReport(quote))
      await nameMissing(cli, { fiat: quote.fiat, present: presentIn(quote, options.exchange) })
    })

/** Only the exchange that was asked for can be missed. */
const presentIn = ({ fills, alternatives }: Quote, asked?: string): readonly string[] =>
  asked === undefined
    ? alternatives.map(({ exchange }) => exchange)
    : usualExchanges.filter((id) => id !== asked || fills.length > 0)

function amountOf({ amount, usdt }: Options): Pick<QuoteQuery, 'amount' | 'amount_usdt'> {
  if (amount !== undefined && usdt === undefined) return { amount }
  if (usdt !== undefined && amount === undefined) return { amount_usdt: usdt }
  throw new Failure('usage', 'How much? Give either --amount or --usdt.', 'p2p quote --amount 50000')
}

function quoteReport(quote: Quote): Report {
  const { fiat, side, amount, amount_usdt: usdt, fills } = quote
  const wanted = amount === null ? `${grouped(usdt ?? 0, 0, 6)} USDT` : `${grouped(amount)} ${fiat}`
  const doing = side === 'BUY' ? 'Buying USDT' : 'Selling USDT'
  return {
    answer: quote,
    records: fills,
    title: amount === null ? `${doing}: ${wanted} for ${fiat}` : `${doing} for ${wanted}`,
    empty: 'No trusted ad takes this amount.',
    table: tableOf(fills, [
      { name: 'exchange', value: ({ exchange }) => exchange, shown: shownAsName },
      {
        name: 'price',
        heading: side === 'BUY' ? 'you buy at' : 'you sell at',
        kind: 'price',
        value: ({ price }) => price,
      },
      { name: 'fiat', heading: fiat, kind: 'money', value: (fill) => fill.fiat },
      { name: 'usdt', heading: 'USDT', kind: 'money', value: (fill) => fill.usdt },
      { name: 'nickname', heading: 'advertiser', flexible: true, value: ({ nickname }) => nickname },
      { name: 'url', hidden: true, value: ({ url }) => url },
    ]),
    below: (look) => [
      ...conclusion(quote).flatMap((line) => paragraph(line, look.width)),
      ...alternatives(quote, look),
    ],
  }
}

function conclusion({
  fiat,
  side,
  average_price: average,
  total_fiat: paid,
  total_usdt: got,
  ...quote
}: Quote): string[] {
  const lines: string[] = []
  if (average !== null)
    lines.push(
      `In all ${grouped(got, 0, 6)} USDT ${side === 'BUY' ? 'for' : 'bring'} ${grouped(paid)} ${fiat}: ${average} ${fiat} each. Confidence: ${quote.confidence}.`,
    )
  if (quote.unfilled !== null)
    lines.push(
      `Not possible: ${grouped(quote.unfilled.amount, 0, 6)} ${quote.amount === null ? 'USDT' : fiat} (${why.get(quote.unfilled.reason) ?? quote.unfilled.reason}).`,
    )
  return lines
}

const why = new Map([
  ['no_ads', 'nobody offers this'],
  ['below_minimum', 'every ad that is left wants more'],
  ['not_enough_depth', 'the trusted ads are used up'],
])

function alternatives({ alternatives: others, side, fiat }: Quote, look: Look): string[] {
  const possible = others.filter((other) => other.average_price !== null)
  if (possible.length < 2) return []
  const rows = tableOf(possible, [
    { name: 'on one exchange alone', value: ({ exchange }) => exchangeName(exchange) },
    { name: side === 'BUY' ? 'you buy at' : 'you sell at', kind: 'price', value: (other) => other.average_price },
    { name: fiat, kind: 'money', value: (other) => other.total_fiat },
    { name: 'USDT', kind: 'money', value: (other) => other.total_usdt },
    { name: 'ads', kind: 'count', flexible: true, value: ({ fills }) => fills.length },
    { name: ' ', value: ({ unfilled }) => (unfilled === null ? '' : 'not all of it'), style: () => 'bad' },
  ])
  return ['', ...table(rows, look)]
}
