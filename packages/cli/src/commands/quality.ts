import type { Quality, SeriesGap, SeriesQuality } from '@p2p-rates/sdk'
import { exchangeName, seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArgument, fiatOption } from '../input/options.js'
import { daysIn, lastOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import { duration, localTime } from '../render/times.js'
import type { Report } from '../report.js'
import { foreign, say, sayCount, sharedWords } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

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
        exchange: options.exchange,
        days: options.last && daysIn(options.last),
      }
      cli.printReport(qualityReport(await cli.request((p2p) => p2p.quality(query))))
    })

const qualityReport = (quality: Quality): Report => ({
  answer: quality,
  endpoint: 'quality',
  records: quality.series,
  title: sayCount(
    { one: 'Record of {fiat}, last {n} day', other: 'Record of {fiat}, last {n} days' },
    { fiat: quality.fiat, n: quality.days },
  ),
  table: tableOf<SeriesQuality>(quality.series, [
    { name: 'exchange', heading: 'series', shown: (name) => seriesInWords(String(name)) },
    { name: 'share_pct', heading: 'complete', kind: 'percent', style },
    { name: 'slots', kind: 'count', flexible: 3 },
    { name: 'present', heading: 'recorded', kind: 'count', flexible: 3 },
    {
      name: 'recorded_from_at',
      heading: 'since',
      kind: 'time',
      flexible: 2,
      shown: (since) => String(since).slice(0, 10),
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
  notes: () => [...gapLines(quality), ...incidentLines(quality)],
})

const style = ({ share_pct: share }: SeriesQuality) =>
  share === null ? 'faint' : share >= 99 ? 'good' : share < 90 ? 'bad' : null

const ageOf = ({ freshness }: Quality, { exchange }: SeriesQuality) =>
  freshness.find((one) => one.exchange === exchange)

const age = (seconds: unknown): string => (Number(seconds) > 600 ? `> ${duration(600)}` : duration(Number(seconds)))

const mostLines = 5

function gapLines({ gaps }: Quality): string[] {
  if (gaps.length === 0) return [say('No gaps.')]
  return gaps
    .slice(0, mostLines)
    .map(gapInWords)
    .map((gap, at) => (at === 0 ? say('Longest gaps: {gap}', { gap }) : gap))
}

function gapInWords({ exchange, started_at: start, ended_at: end, seconds, reason, cause }: SeriesGap): string {
  const why = cause === null || cause === reason ? inWords(reason) : `${inWords(reason)}, ${inWords(cause)}`
  const slots = { series: seriesInWords(exchange), time: localTime(start), duration: duration(seconds), why }
  return end === null
    ? say('{series} from {time}, {duration} so far ({why}).', slots)
    : say('{series} from {time}, {duration} ({why}).', slots)
}

function incidentLines({ incidents, freshness }: Quality): string[] {
  const target = freshness[0]?.target_seconds
  const told = incidents.slice(0, mostLines).map(({ kind, exchange, started_at: start, ended_at: end, cause }, at) => {
    const slots = {
      who: exchange === null ? say('all') : exchangeName(exchange),
      what: cause === null || cause === kind ? inWords(kind) : `${inWords(kind)}, ${inWords(cause)}`,
      from: localTime(start),
    }
    const incident =
      end === null
        ? say('{who} {what}, {from} until now.', slots)
        : say('{who} {what}, {from} to {to}.', { ...slots, to: localTime(end) })
    return at === 0 ? say('Incidents: {incident}', { incident }) : incident
  })
  const more = incidents.length - told.length
  return [
    ...(told.length === 0 ? [say('No incidents.')] : told),
    ...(more > 0 ? [say('{n} more with --json.', { n: more })] : []),
    ...(target === undefined
      ? []
      : [
          say('On time: share of checks, one per minute, with data no older than {duration}.', {
            duration: duration(target),
          }),
        ]),
  ]
}

const words = (): Readonly<Record<string, string>> => ({
  no_price: say('no reliable price'),
  unobserved: say('the server was not running'),
  unknown: say('too long ago'),
  offline: say('offline'),
  implausible: say('implausible'),
  swapped_sides: say('swapped sides'),
})

function inWords(code: string): string {
  const known = words()[code] ?? (sharedWords() as Readonly<Record<string, string>>)[`source.${code}`]
  return known ?? causeInWords(code)
}

const causeInWords = (code: string): string =>
  foreign(code.replaceAll('_', ' '), `cause.${code}`)
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace(/\.$/, '')
