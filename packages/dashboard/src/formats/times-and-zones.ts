export const zones = ['local', 'kyiv'] as const
export type Zone = (typeof zones)[number]

export type Times = {
  /** `12:05` */
  clock(atMs: number): string
  /** `12:05:13` */
  exact(atMs: number): string
  /** `21 Nov` */
  day(atMs: number): string
  /** `21 Nov 2026` */
  date(atMs: number): string
  /** `Fri 20 Nov, 19:00` */
  moment(atMs: number): string
  /** `21 Nov 2026, 12:05` */
  full(atMs: number): string
  /** Hour of the day and day of the week, Monday first. */
  place(atMs: number): { readonly hour: number; readonly weekday: number; readonly date: string }
}

export function createTimes(lang: string, zone: Zone): Times {
  const timeZone = zoneName(zone)
  const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...(timeZone && { timeZone }), ...options })
  // British English has the day before the month, as everywhere in these pages.
  const locale = lang === 'en' ? 'en-GB' : lang
  const clock = format(locale, { hour: '2-digit', minute: '2-digit' })
  const exact = format(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const day = format(locale, { day: 'numeric', month: 'short' })
  const weekday = format(locale, { weekday: 'short' })
  const date = format(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const plain = format('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
  })

  return {
    clock: (atMs) => clock.format(atMs),
    exact: (atMs) => exact.format(atMs),
    day: (atMs) => day.format(atMs),
    date: (atMs) => date.format(atMs),
    moment: (atMs) => `${weekday.format(atMs)} ${day.format(atMs)}, ${clock.format(atMs)}`,
    full: (atMs) => `${date.format(atMs)}, ${clock.format(atMs)}`,
    place: (atMs) => {
      const parts = new Map(plain.formatToParts(atMs).map(({ type, value }) => [type, value]))
      return {
        hour: Number(parts.get('hour')),
        weekday: weekdays.indexOf(parts.get('weekday')?.slice(0, 3) ?? ''),
        date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
      }
    },
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function weekdayNames(lang: string): readonly string[] {
  const { format } = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' })
  // 5 January 2026 was a Monday.
  return weekdays.map((_, at) => format(Date.UTC(2026, 0, 5 + at)))
}

/** The IANA name of a clock's zone; `undefined` stands for the browser's. */
export const zoneName = (zone: Zone): string | undefined => (zone === 'kyiv' ? 'Europe/Kyiv' : undefined)

/** Browsers still say the old name of Kyiv's zone. */
export const modernZone = (name: string): string => (name === 'Europe/Kiev' ? 'Europe/Kyiv' : name)

export function isZoneName(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export function browserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isZoneName(timeZone) ? modernZone(timeZone) : 'UTC'
}

export function hoursAhead(timeZone: string | undefined, atMs: number): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: string) => parts.get(name as Intl.DateTimeFormatPartTypes) ?? 0
  const asUtc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return (asUtc - Math.floor(atMs / 60_000) * 60_000) / 3_600_000
}

/** One clock for each zone: making one takes longer than a hundred readings, and a chart of 30 days reads 3,000 times. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    ...(timeZone && { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}
