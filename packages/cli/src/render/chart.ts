import { plot } from 'asciichart'
import { squeeze } from './sparkline.js'
import type { Look } from './table.js'
import { localTime } from './times.js'

type Series = { readonly name: string; readonly values: readonly (number | null)[] }

const height = 12

/** Lines over time, as wide as the terminal, with a legend and the ends of the time axis. */
export function chart(series: readonly Series[], times: readonly string[], { width, paint }: Look): string[] {
  const known = series.filter(({ values }) => values.some((value) => value !== null))
  const { low, high } = scaleOf(known.flatMap(({ values }) => values.filter((value) => value !== null)))
  // Neighbouring labels differ.
  const decimals = Math.min(8, Math.max(2, Math.ceil(-Math.log10((high - low) / height))))
  const labelWidth = high.toFixed(decimals).length
  const room = Math.max(10, Math.min(times.length, width - labelWidth - 6))

  const format = (value: number) => value.toFixed(decimals).padStart(labelWidth)
  const strokes = [
    { line: '─', symbols: ['┼', '┤', '╶', '╴', '─', '╰', '╭', '╮', '╯', '│'], dye: paint.green },
    { line: '═', symbols: ['┼', '┤', '╶', '╴', '═', '╚', '╔', '╗', '╝', '║'], dye: paint.magenta },
  ] as const
  const layers = known.map(({ values }, index) => {
    const points = squeeze(values, room)
    const stroke = strokes[index % strokes.length] ?? strokes[0]
    const drawn = plot([bridged(points)], { height, min: low, max: high, format, symbols: stroke.symbols })
    return { ...stroke, lines: drawn.split('\n').map((line) => withGaps(line, points, labelWidth + 2)) }
  })
  const [from = '', to = ''] = [times[0], times.at(-1)].map((time) => (time === undefined ? '' : localTime(time)))
  const margin = ' '.repeat(labelWidth + 2)
  return [
    ...(layers[0]?.lines ?? []).map((_, row) => ` ${merged(layers, row, labelWidth)}`.trimEnd()),
    paint.dim(` ${margin}${from}${' '.repeat(Math.max(2, room - from.length - to.length))}${to}`),
    ` ${margin}${known.map(({ name }, index) => `${layers[index]?.dye(layers[index].line)} ${name}`).join('   ')}`,
  ]
}

/** A price that never moved gets a scale, too. */
function scaleOf(numbers: readonly number[]): { readonly low: number; readonly high: number } {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return low === high ? { low: low * 0.999, high: high * 1.001 } : { low, high }
}

/** The library knows no gaps: a line goes on as it was, and is taken away afterwards. */
function bridged(values: readonly (number | null)[]): number[] {
  let last = values.find((value) => value !== null) ?? 0
  return values.map((value) => {
    last = value ?? last
    return last
  })
}

const withGaps = (line: string, points: readonly (number | null)[], start: number): string =>
  [...line].map((sign, column) => (points[column - start] === null ? ' ' : sign)).join('')

type Layer = { readonly lines: readonly string[]; readonly dye: (text: string) => string }

/** One row of all layers; the first lies on top. Every layer draws the same labels and the same axis. */
function merged(layers: readonly Layer[], row: number, labelWidth: number): string {
  const [first = ''] = layers.map(({ lines }) => lines[row])
  const signs = Array.from({ length: Math.max(...layers.map(({ lines }) => lines[row]?.length ?? 0)) }, (_, column) => {
    if (column <= labelWidth) return first[column] ?? ' '
    const layer = layers.find(({ lines }) => !' ┤'.includes(lines[row]?.[column] ?? ' '))
    return layer === undefined ? (first[column] ?? ' ') : layer.dye(layer.lines[row]?.[column] ?? ' ')
  })
  return signs.join('')
}
