import type { DaysPremium, Premium } from '@p2p-rates/sdk'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { dayOptions, lastOption, type SpanOptions, sinceOption, untilOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & { readonly fiat?: string }

export const define: CommandFactory = (command, cli) =>
  command
    .description('Daily premium of the reference index over the central bank rate.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(lastOption('30d; at most 400d'))
    .addOption(sinceOption())
    .addOption(untilOption())
    .action(async (word: string | undefined, options: Options) => {
      const query = await chosenFiat(cli, options, word)
      cli.printReport(
        premiumReport(await cli.request((p2p) => p2p.premium({ ...query, ...dayOptions(options, Date.now()) }))),
      )
    })

const premiumReport = (answer: Premium): Report => ({
  answer,
  endpoint: 'premium',
  records: answer.days,
  title: say('1 USDT in {fiat}, premium of the reference index over the official rate, {from} to {to}', {
    fiat: answer.fiat,
    from: answer.from,
    to: answer.to,
  }),
  empty: say('No fixings in this time.'),
  table: tableOf<DaysPremium>(answer.days, [
    { name: 'day' },
    { name: 'premium_pct', heading: 'premium', kind: 'change', style: 'strong' },
    { name: 'index', kind: 'price' },
    { name: 'official', heading: 'official rate', kind: 'price', value: ({ official }) => official?.rate ?? null },
    { name: 'official_day', heading: 'official day', flexible: 1, value: ({ official }) => official?.day ?? null },
    { name: 'official_source', heading: 'by', flexible: 2, value: ({ official }) => official?.source ?? null },
  ]),
})
