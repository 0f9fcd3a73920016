export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 120) return `${whole} s`
  if (whole < 7_200) return `${Math.round(whole / 60)} min`
  if (whole < 172_800) return `${Math.round(whole / 3_600)} h`
  return `${Math.round(whole / 86_400)} d`
}

export const age = (isoTime: string, nowMs: number): string => `${duration((nowMs - Date.parse(isoTime)) / 1000)} old`

/** Behind a title. An older server does not tell. */
export const howOld = ({ updated_at: at }: { readonly updated_at?: string | null }, nowMs: number): string =>
  typeof at === 'string' ? `, ${age(at, nowMs)}` : ''

export function localTime(isoTime: string): string {
  const at = new Date(isoTime)
  if (Number.isNaN(at.getTime())) return isoTime
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
