import type { RecentError, UsageOfDay, UsageReport } from '@p2p-rates/sdk'
import { daysIn, lastOption } from '../input/time-span.js'
import { grouped } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { language, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = { readonly last?: number; readonly byKey?: true; readonly errors?: true }

export const define: CommandFactory = (command, cli) =>
  command
    .addOption(lastOption('30d; at most 90d'))
    .option('--by-key', 'one row per key')
    .option('--errors', 'errors of the last 24 hours instead')
    .action(async ({ last = usualHours, byKey, errors }: Options) => {
      const include = errors === true ? ({ include: 'recent_errors' } as const) : {}
      const usage = await cli.request((p2p) => p2p.usage({ days: daysIn(last), ...include }))
      cli.printReport(errors === true ? errorsReport(usage) : byKey === true ? keysReport(usage) : daysReport(usage))
    })

const usualHours = 720

const daysReport = (usage: UsageReport): Report => ({
  answer: usage,
  records: usage.days,
  title: say('Requests by day and endpoint'),
  empty: say('No requests in this time.'),
  table: tableOf(usage.days, figures),
  notes: () => [inAll(usage)],
})

const keysReport = (usage: UsageReport): Report => ({
  answer: usage,
  records: usage.keys,
  title: say('Requests by key, day and endpoint'),
  empty: say('No requests in this time.'),
  table: tableOf(usage.keys, [{ name: 'key_prefix', heading: 'key prefix' }, ...figures]),
  notes: () => [inAll(usage)],
})

const errorsReport = (usage: UsageReport): Report => ({
  answer: usage,
  records: usage.recent_errors ?? [],
  title: say('Errors of the last 24 hours'),
  empty: say('No errors.'),
  table: tableOf(usage.recent_errors ?? [], errorColumns),
})

const figures: readonly ColumnOf<UsageOfDay>[] = [
  { name: 'day', shown: (cell) => dayInWords(String(cell)) },
  { name: 'endpoint' },
  { name: 'requests', kind: 'count' },
  { name: 'counted', kind: 'count', flexible: true },
  { name: 'errors', kind: 'count', flexible: 2, style: ({ errors }) => (errors > 0 ? 'bad' : null) },
  { name: 'limited', kind: 'count', flexible: 1, style: ({ limited }) => (limited > 0 ? 'bad' : null) },
]

const errorColumns: readonly ColumnOf<RecentError>[] = [
  { name: 'code', style: 'strong' },
  { name: 'count', kind: 'count' },
  { name: 'endpoint' },
  { name: 'param', heading: 'parameter', flexible: true, value: ({ param }) => param ?? '' },
  { name: 'last_at', heading: 'last', kind: 'time', flexible: true },
]

/** The 21st of November; of at most 90 days none needs its year. */
function dayInWords(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return day
  return at.toLocaleDateString(language() === 'en' ? 'en-GB' : language(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
}

function inAll({ days }: UsageReport): string {
  const sum = (figure: (row: UsageOfDay) => number) => grouped(days.reduce((total, row) => total + figure(row), 0))
  return say(
    'Total: {requests} requests, {counted} counted against the quota, {errors} failed, {limited} over the rate limit.',
    {
      requests: sum((row) => row.requests),
      counted: sum((row) => row.counted),
      errors: sum((row) => row.errors),
      limited: sum((row) => row.limited),
    },
  )
}
