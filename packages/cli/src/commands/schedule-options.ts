import type { NewWebhook, Webhook, WebhookChange } from '@p2p-rates/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from '../cli-error.js'
import { readMoment } from '../input/options.js'
import { hoursIn } from '../input/time-span.js'
import { say } from '../words/say.js'

export type ScheduleOptions = {
  readonly quiet?: string | undefined
  readonly digest?: string | undefined
  readonly expires?: string | undefined
  readonly timezone?: string | undefined
}

export function withoutSchedule<Options extends ScheduleOptions>(options: Options) {
  const { quiet, digest, expires, timezone, ...rest } = options
  return { schedule: { quiet, digest, expires, timezone }, rest }
}

type Schedule = Pick<WebhookChange, 'quiet_hours' | 'digest_time' | 'tz' | 'expires_at'>

/** Options of `alerts` and `webhooks`. */
export const addSchedule = (command: Command): Command =>
  command
    .option('--quiet <from-to>', 'send nothing at these hours, such as 23:00-08:00; off: always send', readQuietHours)
    .option('--digest <time>', 'also send the best prices once a day at this time, such as 08:00, or off', readTime)
    .option('--expires <when>', 'stop after a span (7d, 12h), at the end of a day (2026-12-31), or off', readExpiry)
    .option('--timezone <zone>', 'time zone of --quiet and --digest, such as Europe/Kyiv (default: this machine)')

/** The zone of this machine counts for the first times of day that an alert gets. */
export function scheduleChange({ quiet, digest, expires, timezone }: ScheduleOptions, before?: Webhook): Schedule {
  const hasTimes = [quiet, digest].some((text) => text !== undefined && text !== off)
  const hadTimes = before !== undefined && (before.quiet_hours !== null || before.digest_time !== null)
  if (timezone !== undefined && !hasTimes && !hadTimes)
    throw new CliError('usage', say('--timezone needs --quiet or --digest.'), '--quiet 23:00-08:00')
  const tz = timezone ?? (hasTimes && !hadTimes ? new Intl.DateTimeFormat().resolvedOptions().timeZone : undefined)
  return { quiet_hours: unlessOff(quiet), digest_time: unlessOff(digest), tz, expires_at: unlessOff(expires) }
}

/** A new alert has nothing to switch off. */
export const newSchedule = (
  options: ScheduleOptions,
): Pick<NewWebhook, 'quiet_hours' | 'digest_time' | 'tz' | 'expires_at'> =>
  Object.fromEntries(Object.entries(scheduleChange(options)).filter(([, value]) => value !== null))

const off = 'off'
const unlessOff = (text: string | undefined) => (text === off ? null : text)

function timeIn(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d|[01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === '' ? null : `${hours.padStart(2, '0')}:${minutes}`
}

function readTime(text: string): string {
  const read = text === off ? off : timeIn(text)
  if (read === null) throw new InvalidArgumentError(say('Expected a time of day such as 08:00, or off.'))
  return read
}

function readQuietHours(text: string): string {
  const times = text.split('-').map(timeIn)
  if (text !== off && (times.length !== 2 || times.includes(null) || times[0] === times[1]))
    throw new InvalidArgumentError(say('Expected two times of day such as 23:00-08:00, or off.'))
  return text === off ? off : times.join('-')
}

const hourMs = 3_600_000
/** 100 years, so that the end has a date. */
const longestHours = 876_000

function readExpiry(text: string): string {
  if (text === off) return off
  const hours = hoursIn(text)
  if ((hours ?? 0) > longestHours) throw new InvalidArgumentError(say('Expected a span such as 72h, 30d or 2w.'))
  if (hours !== null) return new Date(Date.now() + hours * hourMs).toISOString()
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return readMoment(text)
  const end = new Date(readMoment(`${text}T00:00`))
  if (end.getDate() !== Number(text.slice(8))) throw new InvalidArgumentError(say('There is no such day.'))
  // A day on which the clock changes has 23 or 25 hours.
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}
