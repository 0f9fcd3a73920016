import type { Quality, SeriesGap, SeriesQuality } from '@p2p-rates/sdk'
import { exchangeName, seriesInWords } from '../exchange-names.js'
import { exchangeOption, fiatArgument, fiatOption } from '../options.js'
import { paragraph } from '../render/paragraph.js'
import { tableOf } from '../render/table.js'
import { duration, localTime } from '../render/times.js'
import type { Report } from '../report.js'
import { daysIn, lastOption } from '../time-span.js'
import { chosenFiat } from './chosen-fiat.js'
import type { CommandFactory } from './command.js'

type Options = { readonly fiat?: string; readonly exchange?: string; readonly last?: number }

export const define: CommandFactory = (command, cli) =>
  command
    .description('Completeness and freshness of the record of a currency, its longest gaps and incidents.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(exchangeOption('only this exchange'))
    .addOption(lastOption('30d; at most 90d'))
    .action(async (word: string | undefined, options: Options) => {
      const query = {
        ...(await chosenFiat(cli, options, word)),
        ...(options.exchange === undefined ? {} : { exchange: options.exchange }),
        ...(options.last === undefined ? {} : { days: daysIn(options.last) }),
      }
      cli.print(qualityReport(await cli.ask((p2p) => p2p.quality(query))))
    })

const qualityReport = (quality: Quality): Report => ({
  answer: quality,
  endpoint: 'quality',
  records: quality.series,
  title: `Record of ${quality.fiat}, last ${quality.days} ${quality.days === 1 ? 'day' : 'days'}`,
  table: tableOf<SeriesQuality>(quality.series, [
    {
      name: 'exchange',
      heading: 'series',
      value: ({ exchange }) => exchange,
      shown: (name) => seriesInWords(String(name)),
    },
    { name: 'share_pct', heading: 'complete', kind: 'percent', value: (series) => series.share_pct, style },
    { name: 'slots', kind: 'count', flexible: 3, value: ({ slots }) => slots },
    { name: 'present', heading: 'recorded', kind: 'count', flexible: 3, value: ({ present }) => present },
    {
      name: 'recorded_from_at',
      heading: 'since',
      kind: 'time',
      flexible: 2,
      value: (series) => series.recorded_from_at,
      shown: (since) => String(since ?? '–').slice(0, 10),
    },
    {
      name: 'p50_seconds',
      heading: 'median age',
      kind: 'count',
      value: (series) => ageOf(quality, series)?.p50_seconds ?? null,
      shown: age,
    },
    {
      name: 'p95_seconds',
      heading: '95 % within',
      kind: 'count',
      flexible: 1,
      value: (series) => ageOf(quality, series)?.p95_seconds ?? null,
      shown: age,
    },
    {
      name: 'within_target_pct',
      heading: 'on time',
      kind: 'percent',
      flexible: 1,
      value: (series) => ageOf(quality, series)?.within_target_pct ?? null,
    },
  ]),
  footer: ({ width }) => [...gapLines(quality), ...incidentLines(quality)].flatMap((line) => paragraph(line, width)),
})

const style = ({ share_pct: share }: SeriesQuality) =>
  share === null ? 'faint' : share >= 99 ? 'good' : share < 90 ? 'bad' : null

const ageOf = ({ freshness }: Quality, { exchange }: SeriesQuality) =>
  freshness.find((one) => one.exchange === exchange)

function age(seconds: unknown): string {
  if (seconds === null) return '–'
  return Number(seconds) > 600 ? '> 10 min' : duration(Number(seconds))
}

const mostLines = 5

function gapLines({ gaps }: Quality): string[] {
  if (gaps.length === 0) return ['No gaps.']
  return gaps.slice(0, mostLines).map((gap, at) => `${at === 0 ? 'Longest gaps: ' : ''}${gapInWords(gap)}.`)
}

function gapInWords({ exchange, started_at: start, ended_at: end, seconds, reason, cause }: SeriesGap): string {
  const why = cause === null || cause === reason ? inWords(reason) : `${inWords(reason)}, ${inWords(cause)}`
  return `${seriesInWords(exchange)} from ${localTime(start)}, ${duration(seconds)}${end === null ? ' so far' : ''} (${why})`
}

function incidentLines({ incidents, freshness }: Quality): string[] {
  const target = freshness[0]?.target_seconds
  const told = incidents.slice(0, mostLines).map(({ kind, exchange, started_at: start, ended_at: end, cause }, at) => {
    const who = exchange === null ? 'all' : exchangeName(exchange)
    const why = cause === null || cause === kind ? '' : `, ${inWords(cause)}`
    const until = end === null ? 'until now' : `to ${localTime(end)}`
    return `${at === 0 ? 'Incidents: ' : ''}${who} ${inWords(kind)}${why}, ${localTime(start)} ${until}.`
  })
  const more = incidents.length - told.length
  return [
    ...(told.length === 0 ? ['No incidents.'] : told),
    ...(more > 0 ? [`${more} more with --json.`] : []),
    ...(target === undefined
      ? []
      : [`On time: share of checks, one per minute, with data no older than ${duration(target)}.`]),
  ]
}

const words = new Map([
  ['no_price', 'no reliable price'],
  ['unobserved', 'the server was not running'],
  ['unknown', 'too long ago'],
  ['held_out', 'excluded'],
])

const inWords = (word: string): string => words.get(word) ?? word.replaceAll('_', ' ')
