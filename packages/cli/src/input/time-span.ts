import { InvalidArgumentError, Option } from 'commander'
import { CliError } from '../cli-error.js'
import { localTime } from '../render/times.js'
import { say } from '../words/say.js'
import { readMoment } from './options.js'

export type SpanOptions = { readonly last?: number; readonly since?: string; readonly until?: string }

const hoursOf = new Map([
  ['h', 1],
  ['d', 24],
  ['w', 168],
])

/** `72h`, `30d`, `2w` in hours; null for anything else. */
export function hoursIn(text: string): number | null {
  const [, digits = '', unit = ''] = /^([1-9]\d{0,8})([hdw])$/.exec(text) ?? []
  const hours = hoursOf.get(unit)
  return hours === undefined ? null : Number(digits) * hours
}

export const lastOption = (usual: string) =>
  new Option('--last <span>', `how far back: 72h, 30d, 2w (default: ${usual})`).argParser(readLast).conflicts('since')

function readLast(text: string): number {
  const hours = hoursIn(text)
  if (hours === null) throw new InvalidArgumentError(say('Expected a span such as 72h, 30d or 2w.'))
  return hours
}

/** Whole days, the begun one among them. */
export const daysIn = (hours: number): number => Math.ceil(hours / 24)

/** The part of the past that is wanted. Servers count it in hours back from now. */
export type Span = { readonly hours: number; readonly sinceMs: number; readonly untilMs: number }

const hourMs = 3_600_000

export function spanOf({ last, since, until }: SpanOptions, usualHours: number, nowMs: number): Span {
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : momentOf('--until', until, nowMs)
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : momentOf('--since', since, nowMs)
  if (since !== undefined && sinceMs >= Math.min(untilMs, nowMs))
    throw new CliError('usage', say('--since must be before --until and now.'), '--since 2026-11-01 --until 2026-11-08')
  const hours = since === undefined ? (last ?? usualHours) : Math.ceil((nowMs - sinceMs) / hourMs)
  return { hours, sinceMs, untilMs }
}

export function isIn({ sinceMs, untilMs }: Span, isoTime: string): boolean {
  const atMs = Date.parse(isoTime)
  // The output rejects invalid times.
  return !(atMs < sinceMs || atMs >= untilMs)
}

const dayForm = /^\d{4}-\d\d-\d\d$/

/** A day begins in UTC, like the times in a file. */
export function momentOf(option: string, text: string, nowMs: number): number {
  const moment = dayForm.test(text) ? text : (momentIn(text, nowMs) ?? '')
  const atMs = /^\d+$/.test(moment) ? Number(moment) * 1000 : Date.parse(moment)
  if (Number.isNaN(atMs) || (/^\d{4}-/.test(text) && !isDay(text.slice(0, 10))))
    throw new CliError(
      'usage',
      say('{option} {text} is neither a day nor a time.', { option, text }),
      say('2026-11-01, 2026-11-01T08:00, yesterday or 3h'),
    )
  return atMs
}

/** `2026-03-14T14:05`, `yesterday 14:05`, `yesterday`, `3h` or Unix seconds, as a server reads it; null for anything else. */
export function momentIn(typed: string, nowMs: number): string | null {
  const [, word = '', time = ''] = /^(today|yesterday)(?: (\d\d:\d\d))?$/i.exec(typed) ?? []
  const hours = hoursIn(typed)
  if (typed.toLowerCase() === 'now') return new Date(nowMs).toISOString()
  if (hours !== null) return new Date(nowMs - hours * hourMs).toISOString()
  const dayBack = word.toLowerCase() === 'yesterday' ? 24 * hourMs : 0
  if (word !== '' && time === '') return new Date(nowMs - dayBack).toISOString()
  const text = word === '' ? typed : `${localTime(new Date(nowMs - dayBack).toISOString()).slice(0, 10)}T${time}`
  try {
    return readMoment(text)
  } catch {
    return null
  }
}

/** 31 November would become 1 December. */
export const isDay = (text: string): boolean =>
  dayForm.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

export const dayOption = (flags: string, about: string) => new Option(flags, about).argParser(readDay)

function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError(say('Expected a day such as 2026-11-25.'))
  return text
}

export const sinceOption = () => new Option('--since <time>', 'start: a day (UTC), or a moment as in p2p rates --at')
export const untilOption = () => new Option('--until <time>', 'end, in the same form (default: now)')

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

export function dayOptions({ last, since, until }: SpanOptions, nowMs: number) {
  const from = since === undefined ? undefined : dayOf(momentOf('--since', since, nowMs))
  return {
    from: last === undefined ? from : dayOf(nowMs - (daysIn(last) - 1) * 24 * hourMs),
    to: until === undefined ? undefined : dayOf(momentOf('--until', until, nowMs)),
  }
}
