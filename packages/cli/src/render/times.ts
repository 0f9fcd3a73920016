import { say } from '../words/say.js'

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 120) return say('{n} s', { n: whole })
  if (whole < 7_200) return say('{n} min', { n: Math.round(whole / 60) })
  if (whole < 172_800) return say('{n} h', { n: Math.round(whole / 3_600) })
  return say('{n} d', { n: Math.round(whole / 86_400) })
}

export const age = (isoTime: string, nowMs: number): string =>
  say('{duration} old', { duration: duration((nowMs - Date.parse(isoTime)) / 1000) })

/** Behind a title. An older server does not tell. */
export const howOld = ({ updated_at: at }: { readonly updated_at?: string | null }, nowMs: number): string =>
  typeof at === 'string' ? `, ${age(at, nowMs)}` : ''

export function localTime(isoTime: string): string {
  const at = new Date(isoTime)
  if (Number.isNaN(at.getTime())) return isoTime
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
