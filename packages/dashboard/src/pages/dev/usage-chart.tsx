import type { UsageOfKey } from '@p2p-rates/contract'
import { DayBars } from '../../charts/day-bars.js'
import { useServices } from '../../services-context.js'
import { daysOf, sumOf, sumsBy } from './usage-sums.js'

export function UsageChart({ month, lines }: { readonly month: string; readonly lines: readonly UsageOfKey[] }) {
  const { serverClock, translator, t } = useServices()
  const today = new Date(serverClock.now()).toISOString().slice(0, 10)
  const names = sumsBy(lines, ({ endpoint }) => endpoint).map(({ name }) => name)
  const [named, others] = [names.slice(0, 3), names.slice(3)]
  const requestsOf = (day: string, wanted: readonly string[]) =>
    sumOf(lines.filter((line) => line.day === day && wanted.includes(line.endpoint))).requests
  return (
    <DayBars
      label={t('usage.chart', { n: sumOf(lines).requests, month: monthWords(translator.lang, month) })}
      layers={others.length === 0 ? named : [...named, t('usage.others')]}
      days={daysOf(month).map((day) => ({
        day,
        isFuture: day > today,
        parts: [...named.map((name) => requestsOf(day, [name])), requestsOf(day, others)],
      }))}
    />
  )
}

/** `November`, with its year where that is not the running one. */
export function monthWords(lang: string, month: string): string {
  const atMs = Date.parse(`${month}-15T00:00:00Z`)
  const isThisYear = month.startsWith(String(new Date().getUTCFullYear()))
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    month: 'long',
    timeZone: 'UTC',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(atMs)
}
