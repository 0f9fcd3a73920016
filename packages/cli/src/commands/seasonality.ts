import type { SeasonalHour, Seasonality, Side } from '@p2p-rates/sdk'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption, sideOption } from '../input/options.js'
import { percent } from '../render/numbers.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = { readonly fiat?: string; readonly side?: Side; readonly timezone?: string }

export const define: CommandFactory = (command, cli) =>
  command
    .description('How much cheaper or more expensive each hour of the week usually is, without the trend.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(sideOption())
    .option('--timezone <zone>', 'time zone, such as Europe/Warsaw (default: this machine)')
    .action(async (word: string | undefined, options: Options) => {
      const query = {
        ...(await chosenFiat(cli, options, word)),
        side: options.side,
        tz: options.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      cli.printReport(seasonalityReport(await cli.request((p2p) => p2p.seasonality(query))))
    })

function seasonalityReport(answer: Seasonality): Report {
  const { fiat, side, tz } = answer
  const hours = answer.weekdays.flatMap(({ weekday, hours }) => hours.map((hour) => ({ weekday, ...hour })))
  return {
    answer,
    endpoint: 'seasonality',
    records: hours,
    title:
      side === 'BUY'
        ? say('Buying 1 USDT for {fiat}, each hour against its week, {zone}', { fiat, zone: tz })
        : say('Selling 1 USDT for {fiat}, each hour against its week, {zone}', { fiat, zone: tz }),
    table: tableOf(hours, [
      { name: 'weekday', kind: 'count' },
      { name: 'hour', kind: 'count' },
      { name: 'delta_pct', kind: 'change' },
      { name: 'count', kind: 'count' },
    ]),
    chart: ({ width }) => (width < gridWidth ? narrowGrid(answer) : grid(answer)),
    notes: () => explanation(answer),
  }
}

const names = () => [say('Mon'), say('Tue'), say('Wed'), say('Thu'), say('Fri'), say('Sat'), say('Sun')]
const nameOf = (weekday: number): string => names()[weekday - 1] ?? String(weekday)
const cellWidth = 3
const gridWidth = 6 + 24 * cellWidth

/** A line for each weekday, a signed figure for each hour: to be read without colour. */
function grid(answer: Seasonality): string[] {
  const unit = unitOf(answer)
  const heading = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(cellWidth)).join('')
  return [
    `      ${heading}`,
    ...answer.weekdays.map(({ weekday, hours }) => {
      const cells = hours.map((hour) => figure(hour, unit).padStart(cellWidth))
      return `  ${nameOf(weekday).padEnd(cellWidth)} ${cells.join('')}`
    }),
  ]
}

/** Weekdays side by side, where hours have no room. */
function narrowGrid(answer: Seasonality): string[] {
  const unit = unitOf(answer)
  const heading = answer.weekdays.map(({ weekday }) => nameOf(weekday).padStart(4)).join('')
  const lines = Array.from({ length: 24 }, (_, hour) => {
    const cells = answer.weekdays.map(({ hours }) => figure(hours[hour], unit).padStart(4))
    return `  ${String(hour).padStart(2)}${cells.join('')}`
  })
  return [`    ${heading}`, ...lines]
}

const figures = (answer: Seasonality): number[] =>
  answer.weekdays.flatMap(({ hours }) => hours.flatMap(({ delta_pct: delta }) => delta ?? []))

/** In tenths of a percent, or in whole ones where two digits would not do. */
const unitOf = (answer: Seasonality): number => (figures(answer).some((delta) => Math.abs(delta) >= 9.95) ? 1 : 0.1)

function figure(hour: SeasonalHour | undefined, unit: number): string {
  const delta = hour?.delta_pct ?? null
  if (delta === null) return '·'
  const whole = Math.round(delta / unit)
  if (whole === 0) return '0'
  return whole < 0 ? `−${-whole}` : `+${whole}`
}

function explanation(answer: Seasonality): string[] {
  const { side, noise_pct: noise, from_at: from, to_at: to } = answer
  if (figures(answer).length === 0) return [say('Not enough data yet: at least ten days of prices are needed.')]
  const counts = answer.weekdays.flatMap(({ hours }) => hours.map(({ count }) => count))
  return [
    unitLine(unitOf(answer), side),
    say('{from} to {to}, {least} to {most} weeks per figure.', {
      from: from.slice(0, 10),
      to: to.slice(0, 10),
      least: Math.min(...counts),
      most: Math.max(...counts),
    }),
    ...(noise === null
      ? []
      : [
          say('Single weeks differ from these figures by {percent}; smaller differences are noise.', {
            percent: percent(noise),
          }),
        ]),
  ]
}

function unitLine(unit: number, side: Seasonality['side']): string {
  if (unit === 1)
    return side === 'BUY'
      ? say('Percent against the median of the week; minus is cheaper; a dot: no data.')
      : say('Percent against the median of the week; plus brings more; a dot: no data.')
  return side === 'BUY'
    ? say('Tenths of a percent against the median of the week; minus is cheaper; a dot: no data.')
    : say('Tenths of a percent against the median of the week; plus brings more; a dot: no data.')
}
