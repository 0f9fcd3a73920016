import type { CurrencyOverview, Overview } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { tableOf } from '../render/table.js'
import { duration } from '../render/times.js'
import type { Report } from '../report.js'
import type { Define } from './command.js'
import { confidenceStyle } from './confidence-style.js'

export const define: Define = (command, cli) =>
  command
    .description('Every currency that the server collects, one line each.')
    .action(async () => cli.print(overviewReport(await cli.ask((p2p) => p2p.overview()))))

const overviewReport = (overview: Overview): Report => ({
  answer: overview,
  endpoint: 'overview',
  records: overview.currencies,
  title: '1 USDT in every currency, best reliable prices and the reference index',
  table: tableOf<CurrencyOverview>(overview.currencies, [
    { name: 'fiat', heading: ' ', value: ({ fiat }) => fiat },
    { name: 'buy', heading: 'you buy at', kind: 'price', value: (line) => line.best_buy?.price ?? null },
    { name: 'buy_exchange', heading: 'on', flexible: 2, value: (line) => line.best_buy?.exchange ?? null, shown },
    { name: 'sell', heading: 'you sell at', kind: 'price', value: (line) => line.best_sell?.price ?? null },
    { name: 'sell_exchange', heading: 'on', flexible: 2, value: (line) => line.best_sell?.exchange ?? null, shown },
    { name: 'index', kind: 'price', value: ({ index }) => index, style: () => 'strong' },
    { name: 'change_24h_pct', heading: 'in a day', kind: 'change', value: (line) => line.change_24h_pct },
    {
      name: 'confidence',
      value: ({ confidence }) => confidence,
      style: ({ confidence }) => confidenceStyle({ confidence: confidence ?? '' }),
    },
    {
      name: 'age_seconds',
      heading: 'age',
      kind: 'count',
      flexible: 1,
      value: (line) => line.age_seconds,
      shown: (seconds) => (seconds === null ? '–' : duration(Number(seconds))),
    },
    { name: 'updated_at', hidden: true, value: (line) => line.updated_at },
  ]),
})

const shown = (exchange: unknown): string => (exchange === null ? '–' : shownAsName(exchange))
