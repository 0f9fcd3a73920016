import type { MarketInfo } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { grouped } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import type { CommandFactory } from './command.js'

export const define: CommandFactory = (command, cli) =>
  command.action(async () => {
    const markets = await cli.ask((p2p) => p2p.markets())
    cli.print(marketsReport(markets, cli.answeredBy() !== null))
  })

const marketsReport = (markets: MarketInfo, hasPlan: boolean): Report => ({
  answer: markets,
  endpoint: 'markets',
  records: markets.fiats,
  title: `USDT on ${markets.exchanges.map(exchangeName).join(', ')}`,
  table: tableOf(markets.fiats, [
    { name: 'code', heading: '--fiat', value: ({ code }) => code },
    { name: 'name', heading: 'currency', value: ({ name }) => name },
  ]),
  footer: ({ width }) => (hasPlan ? paragraph(planOf(markets), width) : []),
})

function planOf({ plan }: MarketInfo): string {
  const depth = plan.history_hours === 0 ? 'no history' : `${grouped(plan.history_hours)} hours of history`
  return [
    `Your plan is ${plan.name}: ${grouped(plan.monthly_quota)} requests a month, ${grouped(plan.requests_per_minute)} a minute,`,
    `${plan.orderbook_rows} ads per list, ${depth}. Its endpoints: p2p markets --field plan.features.`,
  ].join(' ')
}
