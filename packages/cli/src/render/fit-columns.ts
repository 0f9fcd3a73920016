import type { ColumnMeta } from './table.js'

export const indent = '  '
export const gap = '  '

/** Cuts flexible columns, the widest first; leaves them out one group after the other when cutting is not enough. */
export function fitColumns(columns: readonly ColumnMeta[], whole: readonly number[], width: number): number[] {
  const natural = withWrapping(columns, whole, width)
  const groups = flexibleGroups(columns)
  for (let left = 0; ; left++) {
    const gone = new Set(groups.slice(0, left).flat())
    const texts = groups
      .slice(left)
      .flat()
      .filter((index) => !isNumeric(columns[index]))
    const widths = natural.map((room, index) => (gone.has(index) ? 0 : room))
    let excess = totalOf(widths) - width
    while (excess > 0) {
      const index = texts.reduce(
        (one, other) => ((widths[other] ?? 0) > (widths[one] ?? 0) ? other : one),
        texts[0] ?? -1,
      )
      const room = widths[index] ?? 0
      if (room <= shortest) break
      widths[index] = Math.max(shortest, room - excess)
      excess = totalOf(widths) - width
    }
    if (excess <= 0 || left === groups.length) return widths
  }
}

function flexibleGroups(columns: readonly ColumnMeta[]): (readonly number[])[] {
  const places = (wanted: true | number) =>
    columns.flatMap(({ flexible }, index) => (flexible === wanted ? [index] : []))
  const numbers = new Set(columns.flatMap(({ flexible }) => (typeof flexible === 'number' ? [flexible] : [])))
  return [...places(true).map((index) => [index]), ...[...numbers].sort((one, other) => one - other).map(places)]
}

export const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, room) => sum + (room === 0 ? 0 : room + gap.length), indent.length - gap.length)

export const isNumeric = (column: ColumnMeta | undefined): boolean =>
  column?.kind !== undefined && column.kind !== 'text' && column.kind !== 'time'

/** A shorter piece of a text is of no use. */
const shortest = 12

/** The wrapping column takes the remaining width, if that is at least 20 columns. */
function withWrapping(columns: readonly ColumnMeta[], natural: readonly number[], width: number): readonly number[] {
  const wanted = natural.at(-1) ?? 0
  const room = width - totalOf(natural.with(-1, 0)) - gap.length
  return columns.at(-1)?.wraps === true && room >= leastToWrap ? natural.with(-1, Math.min(wanted, room)) : natural
}

const leastToWrap = 20
