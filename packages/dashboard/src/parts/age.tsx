import { useEffect, useState } from 'preact/hooks'
import { lengthOf, spanOf } from '../formats/durations.js'
import { useServices } from '../services-context.js'
import type { Translator } from '../words/translator.js'

/** `3 min ago` */
export function agoWords({ t }: Translator, seconds: number): string {
  const { unit, n } = spanOf(seconds)
  return n === 0 ? t('age.now') : t(`age.${unit}`, { n })
}

/** `3 min` */
export function spanWords({ t }: Translator, seconds: number): string {
  const { unit, n } = spanOf(seconds)
  return t(`span.${unit}`, { n })
}

/** `2 h 54 min` */
export function lengthWords({ t }: Translator, seconds: number): string {
  const { days, hours, minutes } = lengthOf(seconds)
  if (days > 0) return hours === 0 ? t('span.d', { n: days }) : t('span.d_h', { d: days, h: hours })
  if (hours > 0) return minutes === 0 ? t('span.h', { n: hours }) : t('span.h_min', { h: hours, min: minutes })
  return t('span.min', { n: minutes })
}

/** Value derived from the current time. Renders again only when the value changes. */
export function useTicking<Shown>(read: (nowMs: number) => Shown): Shown {
  const { serverClock } = useServices()
  const [, draw] = useState({})
  const shown = read(serverClock.now())
  useEffect(
    () =>
      serverClock.subscribe(() => {
        if (read(serverClock.now()) !== shown) draw({})
      }),
    [serverClock, shown, read],
  )
  return shown
}

/** Age by the server's clock. Keep it out of live regions, because screen readers would announce each change. */
export function Age({ atMs, bare = false }: { readonly atMs: number; readonly bare?: boolean }) {
  const { translator } = useServices()
  const words = bare ? spanWords : agoWords
  const text = useTicking((nowMs) => words(translator, (nowMs - atMs) / 1000))
  return (
    <time class="nowrap" dateTime={new Date(atMs).toISOString()}>
      {text}
    </time>
  )
}
