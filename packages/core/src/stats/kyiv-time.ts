/** Calendar date and clock hour in Kyiv, by the real rules of its summer time. */
export function kyivTime(atMs: number): { readonly date: string; readonly hour: number } {
  const text = clock.format(atMs)
  return { date: text.slice(0, 10), hour: Number(text.slice(-2)) }
}

/** Reads "25/10/2026, 03". Making one costs far more than using it. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Kyiv',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})
