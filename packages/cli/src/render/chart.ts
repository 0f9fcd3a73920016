import { plot } from 'asciichart'
import type { RenderOptions } from './draw-table.js'
import { squeeze } from './sparkline.js'
import { localTime } from './times.js'

type Series = { readonly name: string; readonly values: readonly (number | null)[] }

/** The height of one line's band. Two bands with their names fit a window of 24 lines. */
const height = 5

/** Draws a band for each line, so that none hides another, over one time axis as wide as the terminal. */
export function chart(series: readonly Series[], times: readonly string[], { width, paint }: RenderOptions): string[] {
  const known = series.filter(({ values }) => values.some((value) => value !== null))
  const scales = known.map(({ values }) => scaleOf(values.filter((value) => value !== null)))
  const labelWidth = Math.max(...scales.map(({ high, decimals }) => high.toFixed(decimals).length))
  const room = Math.max(10, Math.min(times.length, width - labelWidth - 3))
  const dyes = [paint.green, paint.magenta]

  const bands = known.flatMap(({ name, values }, index) => {
    const { low, high, decimals } = scales[index] ?? scaleOf([])
    const dye = dyes[index % dyes.length] ?? paint.reset
    const points = squeeze(values, room)
    const format = (value: number) => value.toFixed(decimals).padStart(labelWidth)
    const drawn = plot([bridged(points)], { height, min: low, max: high, format })
    return [` ${dye(name)}`, ...drawn.split('\n').map((line) => ` ${dressed(line, points, labelWidth + 2, dye)}`)]
  })
  return [...bands, paint.dim(timeAxis(times, labelWidth + 3, room, width))]
}

/** Makes neighbouring labels differ, and gives a price that never moved a scale too. */
function scaleOf(numbers: readonly number[]) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const [low, high] = least === most ? [least * 0.999, least * 1.001] : [least, most]
  const decimals = Math.min(8, Math.max(2, Math.ceil(-Math.log10((high - low) / height))))
  return { low, high, decimals }
}

/** The library knows no gaps, so the line goes on there and is taken away afterwards. */
function bridged(values: readonly (number | null)[]): number[] {
  let last = values.find((value) => value !== null) ?? 0
  return values.map((value) => {
    last = value ?? last
    return last
  })
}

function dressed(line: string, points: readonly (number | null)[], start: number, dye: (text: string) => string) {
  const signs = [...line]
  const curve = signs.slice(start).map((sign, column) => (points[column] === null ? ' ' : sign))
  const text = curve.join('').trimEnd()
  return signs.slice(0, start).join('') + (text === '' ? '' : dye(text))
}

function timeAxis(times: readonly string[], margin: number, room: number, width: number): string {
  const [from = '', to = ''] = [times[0], times.at(-1)].map((time) => (time === undefined ? '' : localTime(time)))
  const yearLess = [from.slice(5), to.slice(5)] as const
  const fits = ([start, end]: readonly [string, string]) => margin + start.length + 2 + end.length <= width
  const [start, end] = [[from, to] as const, yearLess].find(fits) ?? [yearLess[0], '']
  return `${' '.repeat(margin)}${start}${' '.repeat(Math.max(2, room - start.length - end.length))}${end}`.trimEnd()
}
