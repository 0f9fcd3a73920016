import type { MarketInfo } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { grouped } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { language, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command.action(async () => {
    const markets = await cli.request((p2p) => p2p.markets())
    cli.printReport(marketsReport(markets, cli.answeringServer() !== null))
  })

const marketsReport = (markets: MarketInfo, hasPlan: boolean): Report => ({
  answer: markets,
  endpoint: 'markets',
  records: markets.fiats,
  title: say('USDT on {exchanges}', { exchanges: markets.exchanges.map(exchangeName).join(', ') }),
  table: tableOf(
    markets.fiats,
    columns(({ name }) => name),
  ),
  peopleTable: tableOf(markets.fiats, columns(nameInWords)),
  notes: () => (hasPlan ? [planOf(markets)] : []),
})

type Currency = MarketInfo['fiats'][number]

const columns = (nameOf: (currency: Currency) => string): readonly ColumnOf<Currency>[] => [
  { name: 'code', heading: '--fiat' },
  { name: 'name', heading: 'currency', value: nameOf },
]

const nameInWords = ({ code, name }: Currency): string =>
  language() === 'en' ? name : (new Intl.DisplayNames(language(), { type: 'currency' }).of(code) ?? name)

function planOf({ plan }: MarketInfo): string {
  const slots = {
    plan: plan.name,
    month: grouped(plan.monthly_quota),
    minute: grouped(plan.requests_per_minute),
    rows: plan.orderbook_rows,
  }
  return [
    plan.history_hours === 0
      ? say('Your plan is {plan}: {month} requests a month, {minute} a minute, {rows} ads per list, no history.', slots)
      : say(
          'Your plan is {plan}: {month} requests a month, {minute} a minute, {rows} ads per list, {hours} hours of history.',
          { ...slots, hours: grouped(plan.history_hours) },
        ),
    say('Its endpoints: {command}.', { command: 'p2p markets --field plan.features' }),
  ].join(' ')
}
