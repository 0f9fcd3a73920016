import type { Confidence } from '@p2p-rates/core'
import { confidenceLevels } from '@p2p-rates/core/internal'
import type { TrackCounts, TrackRecord, TrackShare } from '@p2p-rates/sdk'
import { Option } from 'commander'
import { exchangeName, seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArgument, fiatOption, oneOf } from '../input/options.js'
import { daysIn, lastOption } from '../input/time-span.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { levelInWords, say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = {
  readonly fiat?: string
  readonly exchange?: string
  readonly confidence?: Confidence
  readonly last?: number
  readonly all?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .description('Share of the best prices of this server that were still there later, and of bait.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(exchangeOption('only this exchange'))
    .addOption(
      new Option('--confidence <level>', 'only prices published with this confidence')
        .choices(confidenceLevels)
        .argParser(oneOf(confidenceLevels)),
    )
    .addOption(lastOption('30d; at most 90d'))
    .option('--all', 'every currency')
    .action(async (word: string | undefined, options: Options) => {
      const query = {
        ...(options.all === true ? {} : { fiat: 'UAH', ...(await chosenFiat(cli, options, word)) }),
        exchange: options.exchange,
        confidence: options.confidence,
        days: options.last && daysIn(options.last),
      }
      cli.printReport(trackRecordReport(await cli.request((p2p) => p2p.trackRecord(query))))
    })

type Row = TrackCounts & { readonly of: string; readonly inWords: string }

function trackRecordReport(answer: TrackRecord): Report {
  const rows: readonly Row[] = [
    { of: 'all', inWords: seriesInWords(answer.exchange ?? 'best'), ...answer.all },
    ...answer.by_confidence.map(({ confidence, ...counts }) => ({
      ...{ of: confidence, inWords: say('confidence {level}', { level: levelInWords(confidence) }) },
      ...counts,
    })),
    ...answer.by_exchange.map(({ exchange, ...counts }) => ({
      of: exchange,
      inWords: exchangeName(exchange),
      ...counts,
    })),
  ]
  const rowsForPeople = [
    ...rows,
    ...severalOf(answer.by_fiat.map(({ fiat, ...counts }) => ({ of: fiat, inWords: fiat, ...counts }))),
    ...severalOf(answer.by_day.map(({ day, ...counts }) => ({ of: day, inWords: day, ...counts }))).toReversed(),
  ]
  return {
    answer,
    endpoint: 'track-record',
    records: [answer],
    title: sayCount(
      { one: 'Track record, {fiat}, last {n} day', other: 'Track record, {fiat}, last {n} days' },
      { fiat: answer.fiat ?? say('all currencies'), n: answer.days },
    ),
    table: tableOf(rows, [{ name: 'of' }, ...columns]),
    peopleTable: tableOf(rowsForPeople, [
      { name: 'of', heading: 'best prices', value: ({ inWords }) => inWords },
      ...measures.map(({ heading, of }): ColumnOf<Row> => ({ name: heading, value: (row) => shareInWords(of(row)) })),
    ]),
    notes: () => [
      ...(rows.some((row) => measures.some(({ of }) => of(row).cases > 0))
        ? []
        : [say('Nothing is counted yet: the first counts come about 5 minutes after the start of the server.')]),
      say(
        'Still there: the same ad, at this price or a better one. {n} prices published. A share is shown from 100 cases.',
        { n: answer.all.published },
      ),
      say(
        'Bait: a trusted ad without an order for 60 minutes, while worse prices of its exchange were taken. Of all trusted ads: {share}.',
        { share: shareInWords(answer.all.trusted_bait) },
      ),
    ],
  }
}

/** A single row would repeat the first one of the table. */
const severalOf = (rows: readonly Row[]): readonly Row[] => (rows.length > 1 ? rows : [])

type Measure = {
  readonly name: string
  readonly heading: string
  readonly of: (row: Row) => TrackShare
}

function shareInWords({ share_pct: share, cases }: TrackShare): string {
  if (cases === 0) return '–'
  if (share === null) return sayCount({ one: '{n} case', other: '{n} cases' }, { n: cases })
  return say('{share} % of {n}', { share: Math.round(share), n: cases })
}

const shareColumns = ({ name, heading, of }: Measure): readonly ColumnOf<Row>[] => [
  { name: `${name}_share_pct`, heading, kind: 'percent', value: (row) => of(row).share_pct },
  { name: `${name}_cases`, heading: 'cases', kind: 'count', value: (row) => of(row).cases },
]

const measures: readonly Measure[] = [
  { name: 'next_look', heading: 'next look', of: (row) => row.next_look },
  { name: 'after_15_minutes', heading: '15 min', of: (row) => row.after_15_minutes },
  { name: 'after_60_minutes', heading: '60 min', of: (row) => row.after_60_minutes },
  { name: 'bait', heading: 'bait', of: ({ bait }) => bait },
  { name: 'interval', heading: 'bound held', of: ({ interval }) => interval },
]

/** For programs: a person reads the share of trusted ads below the table. */
const rareMeasures: readonly Measure[] = [
  { name: 'trusted_bait', heading: 'trusted bait', of: (row) => row.trusted_bait },
  { name: 'front', heading: 'front held', of: ({ front }) => front },
]

const columns: readonly ColumnOf<Row>[] = [
  { name: 'published', heading: 'published', kind: 'count', flexible: 1 },
  ...[...measures, ...rareMeasures].flatMap(shareColumns),
]
