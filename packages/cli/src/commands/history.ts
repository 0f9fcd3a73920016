import type { History } from '@p2p-rates/sdk'
import { seriesInWords } from '../exchange-names.js'
import { exchangeOption, fiatArgument, fiatOption, hoursOption, readCount } from '../options.js'
import { chart } from '../render/chart.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'
import { priceMovement } from './price-movement.js'

type Options = {
  readonly fiat?: string
  readonly exchange: string
  readonly hours: number
  readonly maxPoints?: number
}

export const define: Define = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all at each moment) or index').default('best'))
    .addOption(hoursOption(24))
    .option('--max-points <n>', 'thin out to so many points; highs and lows stay (default: 300)', readCount)
    .action(async (word: string | undefined, options: Options) => {
      const query = {
        ...(await chosenFiat(cli, options, word)),
        exchange: options.exchange,
        hours: options.hours,
        ...(options.maxPoints === undefined ? {} : { max_points: options.maxPoints }),
        format: 'json' as const,
      }
      const history = await cli.ask((p2p) => p2p.history(query))
      if (history.hours < options.hours)
        cli.terminal.warn(`Your plan reaches back ${history.hours} hours, not ${options.hours}.`)
      cli.print(historyReport(history))
    })

function historyReport(history: History): Report {
  const { fiat, exchange, hours, points } = history
  const sides = [
    { name: 'you buy at', values: points.map(({ buy }) => buy) },
    { name: 'you sell at', values: points.map(({ sell }) => sell) },
  ]
  return {
    answer: history,
    endpoint: 'history',
    records: points,
    title: `1 USDT in ${fiat}, ${seriesInWords(exchange)}, last ${hours} hours`,
    empty: 'Nothing was recorded in this time.',
    table: tableOf(points, [
      { name: 't', kind: 'time', value: ({ t }) => t },
      { name: 'buy', heading: 'you buy at', kind: 'price', value: ({ buy }) => buy },
      { name: 'sell', heading: 'you sell at', kind: 'price', value: ({ sell }) => sell },
    ]),
    picture: (look) =>
      chart(
        sides,
        points.map(({ t }) => t),
        look,
      ),
    below: (look) => priceMovement(sides, look),
  }
}
