import type { DaysPremium, Premium, PremiumQuery } from '@p2p-rates/sdk'
import { fiatArgument, fiatOption, readDay } from '../options.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

type Options = { readonly fiat?: string; readonly from?: string; readonly to?: string }

export const define: Define = (command, cli) =>
  command
    .description('By how much the reference index lay above the rate of the central bank, day by day.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .option('--from <day>', 'the first day (default: 29 days before the last)', readDay)
    .option('--to <day>', 'the last day (default: today); at most 400 days', readDay)
    .action(async (word: string | undefined, { from, to, ...options }: Options) => {
      const query = await chosenFiat(cli, options, word)
      const days: PremiumQuery = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      cli.print(premiumReport(await cli.ask((p2p) => p2p.premium({ ...query, ...days }))))
    })

const premiumReport = (answer: Premium): Report => ({
  answer,
  endpoint: 'premium',
  records: answer.days,
  title: `1 USDT in ${answer.fiat}, reference index above the official rate, ${answer.from} to ${answer.to}`,
  empty: 'No day was fixed in this time.',
  table: tableOf<DaysPremium>(answer.days, [
    { name: 'day', value: ({ day }) => day },
    {
      name: 'premium_pct',
      heading: 'premium',
      kind: 'change',
      value: ({ premium_pct: pct }) => pct,
      style: () => 'strong',
    },
    { name: 'index', kind: 'price', value: ({ index }) => index },
    { name: 'official', heading: 'official rate', kind: 'price', value: ({ official }) => official?.rate ?? null },
    { name: 'official_day', heading: 'of', flexible: 1, value: ({ official }) => official?.day ?? null },
    { name: 'official_source', heading: 'by', flexible: 2, value: ({ official }) => official?.source ?? null },
  ]),
})
