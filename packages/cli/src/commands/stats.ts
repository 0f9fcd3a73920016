import { shownVerdict, usualPct } from '@p2p-rates/contract/words'
import type { Stats } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { seriesInWords } from '../exchange-names.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArgument, fiatOption } from '../input/options.js'
import { percent } from '../render/numbers.js'
import { sparkline } from '../render/sparkline.js'
import { howOld } from '../render/times.js'
import { keyValues, type Report } from '../report.js'
import { inEnglish, say, shownAs } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(exchangeOption('an exchange, best (of all) or index').default('best'))
    .action(async (word: string | undefined, options: { fiat?: string; exchange: string }) => {
      const query = { ...(await chosenFiat(cli, options, word)), exchange: options.exchange }
      const stats = await cli.request((p2p) =>
        p2p.stats(cli.format === 'people' ? { ...query, include: 'updated_at' } : query),
      )
      const lastDay = cli.format === 'people' ? await buyPricesOfADay(cli, query) : []
      cli.printReport(statsReport(stats, lastDay, Date.now()))
    })

/** The history for the picture; none where the plan does not include it. */
async function buyPricesOfADay(
  cli: Cli,
  query: { readonly fiat?: string; readonly exchange: string },
): Promise<(number | null)[]> {
  const { points } = await cli
    .request((p2p) => p2p.history({ ...query, hours: 24, format: 'json' }))
    .catch(() => ({ points: [] }))
  return points.map(({ buy }) => buy)
}

export const statsReport = (stats: Stats, lastDay: readonly (number | null)[], nowMs: number): Report => ({
  title: `${say('Buying 1 USDT for {fiat}, {series}: {verdict}', {
    fiat: stats.fiat,
    series: seriesInWords(stats.exchange ?? 'best'),
    verdict: verdictInWords(shownVerdict(stats)),
  })}${howOld(stats, nowMs)}`,
  ...keyValues(stats, [
    { name: 'best_buy_now', heading: 'you buy at', kind: 'price', style: 'strong' },
    { name: 'avg_24h', heading: '24-hour average', kind: 'price' },
    {
      name: 'delta_vs_24h_pct',
      heading: 'now vs average',
      kind: 'change',
      style: (now) => styleOf(now.delta_vs_24h_pct),
    },
    { name: 'avg_7d', heading: '7-day average', kind: 'price' },
    {
      name: 'delta_vs_7d_pct',
      heading: 'now vs average',
      kind: 'change',
      style: (now) => styleOf(now.delta_vs_7d_pct),
    },
    { name: 'min_24h', heading: '24-hour low', kind: 'price' },
    { name: 'verdict', hidden: true },
    {
      name: 'cheapest_hours_kyiv',
      heading: 'cheapest hours',
      value: (now) => inEnglish(() => cheapest(now)),
      shown: () => cheapestHere(stats, new Date()),
    },
    { name: 'data_points', heading: 'prices used', kind: 'count', style: 'faint' },
  ]),
  footer: ({ width, paint }) =>
    lastDay.length < 2
      ? []
      : [`  ${paint.cyan(sparkline(lastDay, Math.min(60, width - 20)))}  ${paint.dim(say('last 24 hours'))}`],
})

const verdictInWords = shownAs(() => ({
  very_low: say('much cheaper than usual'),
  low: say('cheaper than usual'),
  normal: say('about as usual'),
  high: say('more expensive than usual'),
  very_high: say('much more expensive than usual'),
  unknown: say('not enough data to compare'),
}))

/** For a buyer, less is better. */
const styleOf = (deltaPct: number) => (deltaPct > usualPct ? 'bad' : deltaPct < -usualPct ? 'good' : null)

const noHour = () => say('none is reliably cheaper')

const cheapest = ({ cheapest_hours_kyiv: hours }: Pick<Stats, 'cheapest_hours_kyiv'>): string =>
  hours.length === 0
    ? noHour()
    : hours.map(({ hour, delta_pct }) => `${clock(hour)} (${percent(delta_pct)})`).join(', ')

/** The hours in the reader's time zone, with Kyiv's where it differs. */
export function cheapestHere(stats: Pick<Stats, 'cheapest_hours_kyiv'>, now: Date): string {
  const { cheapest_hours_kyiv: hours } = stats
  const aheadMinutes = minutesAheadOfKyiv(now)
  if (hours.length === 0) return noHour()
  if (aheadMinutes === 0) return cheapest(stats)
  const here = hours.map(({ hour, delta_pct }) => `${clock(hour, aheadMinutes)} (${percent(delta_pct)})`)
  return say('{here} your time; in Kyiv {kyiv}', {
    here: here.join(', '),
    kyiv: hours.map(({ hour }) => clock(hour)).join(', '),
  })
}

function clock(hour: number, laterMinutes = 0): string {
  const minutes = (hour * 60 + laterMinutes + 2 * minutesOfADay) % minutesOfADay
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const minutesOfADay = 1440

function minutesAheadOfKyiv(now: Date): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Kyiv',
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const part = (type: string) => Number(format.formatToParts(now).find((found) => found.type === type)?.value ?? 0)
  const kyiv = part('day') * minutesOfADay + part('hour') * 60 + part('minute')
  const here = now.getDate() * minutesOfADay + now.getHours() * 60 + now.getMinutes()
  // Around the end of a month the days differ by many; no zone is more than a day away.
  const minutes = (here - kyiv) % minutesOfADay
  return minutes > minutesOfADay / 2 ? minutes - minutesOfADay : minutes
}
