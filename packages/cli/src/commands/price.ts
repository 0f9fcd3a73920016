import type { PriceAt } from '@p2p-rates/sdk'
import { Argument } from 'commander'
import { seriesInWords } from '../exchange-names.js'
import { exchangeOption, fiatOption, readMoment } from '../options.js'
import { tableOf } from '../render/table.js'
import { localTime } from '../render/times.js'
import type { Report } from '../report.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .description('What one USDT cost at a moment of the past, as it was recorded in the five minutes that hold it.')
    .addArgument(
      new Argument('<moment>', 'such as 2026-03-14T14:05, in your time unless it ends in Z or +02:00').argParser(
        readMoment,
      ),
    )
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all) or index').default('best'))
    .action(async (at: string, options: { fiat?: string; exchange: string }) => {
      const query = { ...(await chosenFiat(cli, options)), exchange: options.exchange, at }
      cli.print(priceReport(await cli.ask((p2p) => p2p.price(query))))
    })

const priceReport = (price: PriceAt): Report => ({
  answer: price,
  records: [price],
  isFacts: true,
  title: `1 USDT in ${price.fiat}, ${seriesInWords(price.exchange)}, on ${localTime(price.at)}`,
  table: tableOf(
    [price],
    [
      { name: 'buy', heading: 'you bought at', kind: 'price', value: ({ buy }) => buy, style: () => 'strong' },
      { name: 'sell', heading: 'you sold at', kind: 'price', value: ({ sell }) => sell, style: () => 'strong' },
      {
        name: 'reason',
        heading: 'no price because',
        hidden: price.reason === null,
        value: ({ reason }) => reason,
        shown: (reason) => reasons.get(String(reason)) ?? String(reason),
      },
      { name: 'sources', heading: 'exchanges', kind: 'count', value: ({ sources }) => sources },
      { name: 'slot', heading: 'five minutes from', kind: 'time', value: ({ slot }) => slot, style: () => 'faint' },
      {
        name: 'age_seconds',
        heading: 'seconds into them',
        kind: 'count',
        flexible: 1,
        value: ({ age_seconds: age }) => age,
      },
      { name: 'fiat', hidden: true, value: ({ fiat }) => fiat },
      { name: 'exchange', hidden: true, value: ({ exchange }) => exchange },
      { name: 'at', hidden: true, value: ({ at }) => at },
    ],
  ),
})

const reasons = new Map([
  ['gap', 'nothing reliable is on record of these five minutes'],
  ['future', 'that has not come yet'],
  ['before_coverage', 'recording began later'],
  ['beyond_plan', 'your plan does not reach back so far'],
])
