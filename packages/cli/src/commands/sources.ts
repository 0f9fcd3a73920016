import { codeInWords } from '@p2p-rates/contract/words'
import type { Source as PriceSource, Sources } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArgument, fiatOption } from '../input/options.js'
import { type ColumnOf, type Style, tableOf } from '../render/table.js'
import { duration } from '../render/times.js'
import type { Report } from '../report.js'
import { foreign, say, sharedWords } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(exchangeOption('only this exchange'))
    .option('--all', 'every currency')
    .action(async (word: string | undefined, options: { fiat?: string; exchange?: string; all?: true }) => {
      const query = {
        ...(options.all === true ? {} : { fiat: 'UAH', ...(await chosenFiat(cli, options, word)) }),
        exchange: options.exchange,
      }
      cli.printReport(sourcesReport(await cli.request((p2p) => p2p.sources(query))))
    })

const sourcesReport = (answer: Sources): Report => ({
  answer,
  endpoint: 'sources',
  records: answer.sources,
  title: say('Sources of prices'),
  table: tableOf(
    answer.sources,
    columns(({ reason }) => reason ?? ''),
  ),
  // One line says of all of them what does not exist.
  peopleTable: tableOf(
    answer.sources.filter(({ state }) => state !== 'unsupported'),
    columns(reasonInWords),
  ),
  // Repeated at the end, because the first of many lines have scrolled away.
  footer: () => [
    say('Total {n}: {counts}.', { n: answer.sources.length, counts: countsOf(answer.sources).join(', ') }),
  ],
})

function countsOf(sources: readonly PriceSource[]): string[] {
  const counts = new Map<string, number>()
  for (const { state } of sources) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([state, count]) =>
      state === 'unsupported' ? say('{n} not traded there', { n: count }) : `${count} ${stateInWords(state)}`,
    )
}

const stateInWords = (state: unknown): string => codeInWords(sharedWords(), 'source', String(state))

const reasonInWords = ({ reason, state }: PriceSource): string =>
  reason === null ? '' : foreign(reason, `source.${state}.why`)

function stateStyle({ state }: PriceSource): Style {
  if (state === 'live') return 'good'
  return state === 'unsupported' || state === 'empty' ? 'faint' : 'bad'
}

const columns = (reasonOf: (source: PriceSource) => string): readonly ColumnOf<PriceSource>[] => [
  { name: 'exchange', shown: shownAsName },
  { name: 'fiat' },
  { name: 'state', shown: stateInWords, style: stateStyle },
  { name: 'age_seconds', heading: 'age', kind: 'count', shown: (cell) => duration(Number(cell)) },
  { name: 'ads', kind: 'count' },
  { name: 'trusted_ads', heading: 'trusted', kind: 'count' },
  { name: 'reason', heading: ' ', wraps: true, value: reasonOf },
]
