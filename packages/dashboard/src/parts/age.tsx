import { useEffect, useState } from 'preact/hooks'
import { lengthOf, spanOf } from '../formats/ages.js'
import { useServices } from '../services.js'
import type { Speech } from '../words/speech.js'

/** `3 min ago` */
export function agoWords({ say }: Speech, seconds: number): string {
  const { unit, n } = spanOf(seconds)
  return n === 0 ? say('age.now') : say(`age.${unit}`, { n })
}

/** `3 min` */
export function spanWords({ say }: Speech, seconds: number): string {
  const { unit, n } = spanOf(seconds)
  return say(`span.${unit}`, { n })
}

/** `2 h 54 min` */
export function lengthWords({ say }: Speech, seconds: number): string {
  const { days, hours, minutes } = lengthOf(seconds)
  if (days > 0) return hours === 0 ? say('span.d', { n: days }) : say('span.d_h', { d: days, h: hours })
  if (hours > 0) return minutes === 0 ? say('span.h', { n: hours }) : say('span.h_min', { h: hours, min: minutes })
  return say('span.min', { n: minutes })
}

/** What is shown of the time now, drawn again when it changes and not otherwise. */
export function useTicking<Shown>(read: (nowMs: number) => Shown): Shown {
  const { ticker } = useServices()
  const [, draw] = useState({})
  const shown = read(ticker.now())
  useEffect(
    () =>
      ticker.subscribe(() => {
        if (read(ticker.now()) !== shown) draw({})
      }),
    [ticker, shown, read],
  )
  return shown
}

/** How long ago something was, by the server's clock. Never inside of what is spoken when it changes. */
export function Age({ atMs, bare = false }: { readonly atMs: number; readonly bare?: boolean }) {
  const { speech } = useServices()
  const words = bare ? spanWords : agoWords
  const text = useTicking((nowMs) => words(speech, (nowMs - atMs) / 1000))
  return (
    <time class="nowrap" dateTime={new Date(atMs).toISOString()}>
      {text}
    </time>
  )
}
