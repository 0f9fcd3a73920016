import type { Candles, CandlesQuery } from '@p2p-rates/sdk'
import { seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatOption, intervalOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { isIn, lastOption, type SpanOptions, sinceOption, spanOf, untilOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { priceMovement } from '../reports/price-movement.js'
import { say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & {
  readonly fiat?: string
  readonly exchange?: string
  readonly interval: NonNullable<CandlesQuery['interval']>
}

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'currency, exchange and span in words: EUR bybit 72h')
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all) or index (default: best)'))
    .addOption(intervalOption().default('1h'))
    .addOption(lastOption('24h'))
    .addOption(sinceOption())
    .addOption(untilOption())
    .action(async (words: string[], typed: Options) => {
      const options = withPositionals(typed, parsePositionals(words, ['fiat', 'exchange', 'span']))
      const span = spanOf(options, 24, Date.now())
      const { hours } = span
      const { exchange = 'best', interval } = options
      const query = { ...(await chosenFiat(cli, options)), exchange, hours, interval, format: 'json' as const }
      const candles = await cli.request((p2p) => p2p.candles(query))
      if (candles.hours < hours)
        cli.terminal.printWarning(
          say('Your plan or the candle length allows {reached} of the {wanted} hours.', {
            reached: candles.hours,
            wanted: hours,
          }),
        )
      cli.printReport(candlesReport({ ...candles, candles: candles.candles.filter(({ t }) => isIn(span, t)) }))
    })

function candlesReport(answer: Candles): Report {
  const { fiat, exchange, interval, hours, candles } = answer
  return {
    answer,
    endpoint: 'candles',
    records: candles,
    title: sayCount(
      {
        one: '1 USDT in {fiat}, {series}, {interval} each, last {n} hour',
        other: '1 USDT in {fiat}, {series}, {interval} each, last {n} hours',
      },
      { fiat, series: seriesInWords(exchange), interval, n: hours },
    ),
    empty: say('No prices were recorded in this time.'),
    table: tableOf(candles, [
      { name: 't', heading: 'from', kind: 'time' },
      { name: 'buy_open', hidden: true, value: ({ buy }) => buy?.open ?? null },
      {
        name: 'buy_high',
        heading: 'buy high',
        kind: 'price',
        value: ({ buy }) => buy?.high ?? null,
      },
      { name: 'buy_low', heading: 'buy low', kind: 'price', value: ({ buy }) => buy?.low ?? null },
      {
        name: 'buy_close',
        heading: 'buy last',
        kind: 'price',
        flexible: 1,
        value: ({ buy }) => buy?.close ?? null,
        style: 'strong',
      },
      { name: 'sell_open', hidden: true, value: ({ sell }) => sell?.open ?? null },
      {
        name: 'sell_high',
        heading: 'sell high',
        kind: 'price',
        value: ({ sell }) => sell?.high ?? null,
      },
      {
        name: 'sell_low',
        heading: 'sell low',
        kind: 'price',
        value: ({ sell }) => sell?.low ?? null,
      },
      {
        name: 'sell_close',
        heading: 'sell last',
        kind: 'price',
        flexible: 1,
        value: ({ sell }) => sell?.close ?? null,
        style: 'strong',
      },
    ]),
    footer: (look) =>
      priceMovement(
        [
          { name: say('you buy at'), values: candles.map(({ buy }) => buy?.close ?? null) },
          { name: say('you sell at'), values: candles.map(({ sell }) => sell?.close ?? null) },
        ],
        look,
      ),
  }
}
