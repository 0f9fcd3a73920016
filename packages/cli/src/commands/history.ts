import type { History } from '@p2p-rates/sdk'
import { seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { isIn, lastOption, type SpanOptions, sinceOption, spanOf, untilOption } from '../input/time-span.js'
import { chart } from '../render/chart.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { priceMovement } from '../reports/price-movement.js'
import { say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & {
  readonly fiat?: string
  readonly exchange?: string
}

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'currency, exchange and span in words: EUR bybit 72h')
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all) or index (default: best)'))
    .addOption(lastOption('24h'))
    .addOption(sinceOption())
    .addOption(untilOption())
    .action(async (words: string[], typed: Options) => {
      const options = withPositionals(typed, parsePositionals(words, ['fiat', 'exchange', 'span']))
      const span = spanOf(options, 24, Date.now())
      const { limit } = cli.options
      // Points outside the span are dropped afterwards, so ask for more.
      const wantedPoints = limit ?? (options.until === undefined ? undefined : mostPoints)
      const query = {
        ...(await chosenFiat(cli, options)),
        exchange: options.exchange ?? 'best',
        hours: span.hours,
        max_points: wantedPoints && Math.min(wantedPoints, mostPoints),
        format: 'json' as const,
      }
      const history = await cli.request((p2p) => p2p.history(query))
      if (history.hours < span.hours)
        cli.terminal.printWarning(
          say('Your plan allows {reached} of the {wanted} hours.', { reached: history.hours, wanted: span.hours }),
        )
      cli.printReport(historyReport({ ...history, points: history.points.filter(({ t }) => isIn(span, t)) }))
    })

const mostPoints = 1000

function historyReport(history: History): Report {
  const { fiat, exchange, hours, points } = history
  const sides = [
    { name: say('you buy at'), values: points.map(({ buy }) => buy) },
    { name: say('you sell at'), values: points.map(({ sell }) => sell) },
  ]
  return {
    answer: history,
    endpoint: 'history',
    records: points,
    title: sayCount(
      { one: '1 USDT in {fiat}, {series}, last {n} hour', other: '1 USDT in {fiat}, {series}, last {n} hours' },
      { fiat, series: seriesInWords(exchange), n: hours },
    ),
    empty: say('No prices were recorded in this time.'),
    table: tableOf(points, [
      { name: 't', kind: 'time' },
      { name: 'buy', heading: 'you buy at', kind: 'price' },
      { name: 'sell', heading: 'you sell at', kind: 'price' },
    ]),
    chart: (look) =>
      chart(
        sides,
        points.map(({ t }) => t),
        look,
      ),
    footer: (look) => priceMovement(sides, look),
  }
}
