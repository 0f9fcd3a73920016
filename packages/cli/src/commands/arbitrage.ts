import type { Arbitrage, Opportunity } from '@p2p-rates/sdk'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { fiatOption, readAmount, readFee, tradeWorthOption } from '../options.js'
import { readWords, withWords } from '../read-words.js'
import { grouped, percent, priceText } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { warnOfMissing } from '../warn-of-missing.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .argument('[what...]', 'the same in words: UAH 20000')
    .addOption(fiatOption())
    .option('-a, --amount <n>', 'how much is traded, in the currency (default: 1000)', readAmount)
    .option('--fee <usdt>', 'cost of moving USDT between exchanges', readFee, 1)
    .addOption(tradeWorthOption())
    .option('--age', 'since when each pair has earned something (a table for people says it anyway)')
    .action(async (words: string[], typed: Options) => {
      const options = withWords(typed, readWords(words, ['amount', 'fiat']))
      if (options.usdt !== undefined)
        throw new Failure('usage', 'The amount is in the currency, not in USDT.', 'p2p arbitrage 20000 UAH')
      const query = {
        ...(await chosenFiat(cli, options)),
        amount: options.amount ?? 1000,
        transfer_fee_usdt: options.fee,
        ...(options.tradeWorth === undefined ? {} : { trade_worth_usdt: options.tradeWorth }),
      }
      // A script gets only what it asked for.
      const include = [
        ...(cli.format === 'people' ? (['same_exchange', 'updated_at'] as const) : []),
        ...(cli.format === 'people' || options.age === true ? (['age'] as const) : []),
      ]
      const trips = await cli.ask((p2p) => p2p.arbitrage(include.length === 0 ? query : { ...query, include }))
      cli.print(arbitrageReport(trips, Date.now()))
      // Trips do not name the exchanges that were asked. For a script, another request is not worth it.
      const isAskedAnyway = (await cli.source()).server === null
      if (isAskedAnyway || cli.format === 'people') await warnOfMissing(cli, { fiat: trips.fiat, present: [] })
    })

type Options = {
  readonly fiat?: string
  readonly amount?: number
  readonly fee: number
  readonly tradeWorth?: number
  readonly age?: boolean
}

const arbitrageReport = (answer: Arbitrage, nowMs: number): Report => ({
  answer,
  endpoint: 'arbitrage',
  records: answer.opportunities,
  title: `Round trips with ${grouped(answer.amount)} ${answer.fiat}, moving USDT costs ${answer.transfer_fee_usdt} USDT${howOld(answer, nowMs)}`,
  empty: 'No two exchanges pay for the trip now.',
  table: tableOf(answer.opportunities, [
    { name: 'buy_exchange', heading: 'buy on', value: (trip) => trip.buy_exchange, shown: shownAsName },
    { name: 'buy_price', heading: 'at', kind: 'price', value: (trip) => trip.buy_price },
    { name: 'sell_exchange', heading: 'sell on', value: (trip) => trip.sell_exchange, shown: shownAsName },
    { name: 'sell_price', heading: 'at', kind: 'price', value: (trip) => trip.sell_price },
    {
      name: 'gross_spread_pct',
      heading: 'before fees',
      kind: 'change',
      flexible: 1,
      value: (trip) => trip.gross_spread_pct,
    },
    {
      name: 'net_profit_pct',
      heading: 'after',
      kind: 'change',
      flexible: 2,
      value: (trip) => trip.net_profit_pct,
      style,
    },
    { name: 'net_profit', heading: `you gain ${answer.fiat}`, kind: 'money', value: (trip) => trip.net_profit, style },
    ...(answer.opportunities.some(({ since }) => typeof since === 'string') ? [sinceColumn] : []),
    { name: 'buy_methods', heading: 'pay with', flexible: true, value: (trip) => trip.buy_methods },
    { name: 'sell_methods', heading: 'get paid with', flexible: true, value: (trip) => trip.sell_methods },
  ]),
  below: ({ width }) => sameExchangeLines(answer, width),
})

const sinceColumn: ColumnOf<Opportunity> = {
  name: 'since',
  heading: 'pays since',
  kind: 'time',
  flexible: 1,
  value: ({ since }) => since ?? null,
}

/** The trips on one exchange, where buyers pay more than sellers ask. */
const sameExchangeLines = ({ same_exchange: trips = [], fiat }: Arbitrage, width: number): readonly string[] =>
  trips.length === 0
    ? []
    : [
        ...paragraph('The same exchange pays, without moving anything:', width, ''),
        ...trips.slice(0, shownTrips).flatMap((trip) => {
          const gain = `${grouped(trip.net_profit, 2)} ${fiat} (${percent(trip.net_profit_pct)})`
          const prices = `buy at ${priceText(trip.buy_price)}, sell at ${priceText(trip.sell_price)}`
          return paragraph(`${exchangeName(trip.buy_exchange)}: ${prices}, you gain ${gain}.`, width, '  ', '    ')
        }),
      ]
const shownTrips = 3

const style = ({ net_profit }: Opportunity) => (net_profit > 0 ? 'good' : 'bad')
