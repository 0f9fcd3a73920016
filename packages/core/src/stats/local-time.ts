/** Wall times of a zone by the real rules of its summer time: the milliseconds that a clock there counts since its 1970. */
export function createLocalTime(timeZone: string): (atMs: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const known = new Map<number, number>()

  /** Cache each offset, because the calendar is much slower. */
  const aheadAt = (atMs: number): number => {
    const before = known.get(atMs)
    if (before !== undefined) return before
    const part = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0
    const localMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
    known.set(atMs, localMs - atMs)
    return localMs - atMs
  }

  return (atMs) => {
    const dayStart = Math.floor(atMs / dayMs) * dayMs
    const ahead = aheadAt(dayStart)
    // Clocks change at most once a day, and at a quarter of an hour.
    if (ahead === aheadAt(dayStart + dayMs)) return atMs + ahead
    return atMs + aheadAt(Math.floor(atMs / quarterMs) * quarterMs)
  }
}

const dayMs = 86_400_000
const quarterMs = 900_000
