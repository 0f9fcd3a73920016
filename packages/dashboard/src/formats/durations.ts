export type Span = { readonly unit: 's' | 'min' | 'h' | 'd'; readonly n: number }

export function spanOf(seconds: number): Span {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 120) return { unit: 's', n: whole }
  if (whole < 7_200) return { unit: 'min', n: Math.round(whole / 60) }
  if (whole < 172_800) return { unit: 'h', n: Math.round(whole / 3_600) }
  return { unit: 'd', n: Math.round(whole / 86_400) }
}

/** A price that is older is none. */
export const freshForSeconds = 600

/** A length of time in two units where the second still counts: 40 min, 2 h 54 min, 3 d 4 h. */
export type Length = { readonly days: number; readonly hours: number; readonly minutes: number }

export function lengthOf(seconds: number): Length {
  const minutes = Math.max(0, Math.round(seconds / 60))
  if (minutes < 2_880) return { days: 0, hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  const hours = Math.round(minutes / 60)
  return { days: Math.floor(hours / 24), hours: hours % 24, minutes: 0 }
}
