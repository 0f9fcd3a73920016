/** `23.11.2026` as `2026-11-23`; `null` unless there is such a day. */
export function dayFromDots(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? []
  return realDay(`${year}-${month}-${day}`)
}

/** The day that an instant begins with, as it is written there: `2026-11-23T00:00:00`. */
export const dayOfInstant = (text: string): string | null => realDay(/^(\d{4}-\d{2}-\d{2})T/.exec(text)?.[1] ?? '')

export function realDay(text: string): string | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : null
}

export const withDots = (day: string): string => day.split('-').reverse().join('.')
