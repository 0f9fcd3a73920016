const wallClock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: '2-digit', hourCycle: 'h23' })
const offsets = new Map<number, number>()
const hourMs = 3_600_000

/** The hour on a Kyiv wall clock with its fraction, 0 to 24. Offsets change only on full UTC hours. */
export function kyivHour(atMs: number): number {
  const hour = Math.floor(atMs / hourMs)
  let local = offsets.get(hour)
  if (local === undefined) {
    local = Number(wallClock.format(hour * hourMs))
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(hour, local)
  }
  return local + (atMs / hourMs - hour)
}
