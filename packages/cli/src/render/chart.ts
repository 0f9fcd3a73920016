import { plot } from 'asciichart'
import { squeeze } from './sparkline.js'
import type { Look } from './table.js'
import { localTime } from './times.js'

type Series = { readonly name: string; readonly values: readonly (number | null)[] }

/** Lines over time, as wide as the terminal, with a legend and the ends of the time axis. */
export function chart(series: readonly Series[], times: readonly string[], { width, paint }: Look): string[] {
  const paints = [paint.green, paint.magenta]
  const known = series.filter(({ values }) => values.some((value) => value !== null))
  const numbers = known.flatMap(({ values }) => values.filter((value) => value !== null))
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const decimals = high - low < 0.5 ? 3 : 2
  const label = (value: number) => value.toFixed(decimals).padStart(labelWidth)
  const labelWidth = Math.max(...numbers.map((value) => value.toFixed(decimals).length))
  const room = Math.max(10, Math.min(times.length, width - labelWidth - 6))

  const lines = plot(
    known.map(({ values }) => bridged(squeeze(values, room))),
    {
      height: 12,
      // A price that never moved gets a scale, too.
      ...(high === low ? { min: low * 0.999, max: high * 1.001 } : {}),
      format: label,
      colors: known.map((_, index) => (paint.isColorSupported ? codes[index] : undefined)),
    },
  ).split('\n')
  const [from = '', to = ''] = [times[0], times.at(-1)].map((time) => (time === undefined ? '' : localTime(time)))
  const margin = ' '.repeat(labelWidth + 2)
  return [
    ...lines.map((line) => ` ${line.trimEnd()}`),
    paint.dim(` ${margin}${from}${' '.repeat(Math.max(2, room - from.length - to.length))}${to}`),
    ` ${margin}${known.map(({ name }, index) => `${paints[index]?.('─') ?? ''} ${name}`).join('   ')}`,
  ]
}

/** The library knows no gaps: a line goes on as it was. */
function bridged(values: readonly (number | null)[]): number[] {
  let last = values.find((value) => value !== null) ?? 0
  return values.map((value) => {
    last = value ?? last
    return last
  })
}

const codes = ['\x1b[32m', '\x1b[35m']
