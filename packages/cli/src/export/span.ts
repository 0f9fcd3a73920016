import { Failure } from '../failure.js'

export type SpanOptions = { readonly hours?: number; readonly since?: string; readonly until?: string }

/** The part of the past that is wanted. Servers count it in hours back from now. */
export type Span = { readonly hours: number; readonly sinceMs: number; readonly untilMs: number }

const hourMs = 3_600_000
const usualHours = 720
/** The most 5-minute prices that a server gives in one answer. */
const mostHours = 833

export function spanOf({ hours, since, until }: SpanOptions, nowMs: number): Span {
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : momentOf('--until', until)
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : momentOf('--since', since)
  if (since !== undefined && sinceMs >= Math.min(untilMs, nowMs))
    throw new Failure(
      'usage',
      'Nothing lies between --since and --until.',
      'p2p export --since 2026-11-01 --until 2026-11-08',
    )
  const back = since === undefined ? (hours ?? usualHours) : Math.ceil((nowMs - sinceMs) / hourMs)
  if (back > mostHours)
    throw new Failure(
      'usage',
      `5-minute prices reach back ${mostHours} hours at most.`,
      'Longer: p2p candles --interval 1h --hours 8760 --csv',
    )
  return { hours: back, sinceMs, untilMs }
}

/** A day begins in UTC, like the times in the file; a time names its zone. */
export function momentOf(option: string, text: string): number {
  const isComplete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const moment = isComplete ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment) || !isDay(text.slice(0, 10)))
    throw new Failure(
      'usage',
      `${option} ${text} is no day and no time with a zone.`,
      '2026-11-01, or 2026-11-01T08:00:00Z',
    )
  return moment
}

/** 31 November would become 1 December. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
