import { cleanText } from '@p2p-rates/contract/words'
import type { Colors } from 'picocolors/types.js'
import { say, translated } from '../words/say.js'
import { blanks, displayWidth, truncate } from './display-width.js'
import { fitColumns, gap, indent, isNumeric, totalOf } from './fit-columns.js'
import { change, decimalsOf, grouped, leastDecimals, percent } from './numbers.js'
import { paragraph } from './paragraph.js'
import type { Cell, ColumnMeta, Style, Table } from './table.js'
import { localTime } from './times.js'

export type RenderOptions = {
  readonly width: number
  readonly paint: Colors
  readonly linked?: (text: string, url: string) => string
}

/** Aligned columns for a terminal of this width; a block of facts for each row where they cannot stand side by side. */
export function drawTable(data: Table, look: RenderOptions): string[] {
  const { width, paint, linked = plainly } = look
  const { columns, rows, styles, links, remarks } = forPeople(data)
  const headings = columns.map(headingOf)
  const texts = columns.map((column, index) =>
    shown(
      column,
      rows.map((row) => row[index] ?? null),
    ),
  )
  const natural = texts.map((cells, index) => widest([headings[index] ?? '', ...cells]))
  const widths = fitColumns(columns, natural, width)
  if (totalOf(widths) > width) return blocks({ columns, rows, styles, ...(remarks && { remarks }) }, texts, look)
  const isRight = columns.map(isNumeric)

  const line = (cells: readonly string[], dress: (text: string, index: number) => string) =>
    `${indent}${cells
      .flatMap((cell, index) => {
        const room = widths[index] ?? 0
        if (room === 0) return []
        const text = truncate(cell, room)
        const dressed = dress(text, index)
        return isRight[index] ? blanks(text, room) + dressed : dressed + blanks(text, room)
      })
      .join(gap)}`.trimEnd()

  const rowLines = (row: number): string[] => {
    const cells = texts.map((column) => column[row] ?? '')
    const dress = (text: string, index: number) => {
      const url = links?.[row]?.[index] ?? null
      const dressed = styled(text, styles[row]?.[index] ?? null, paint)
      return url === null ? dressed : linked(dressed, url)
    }
    if (columns.at(-1)?.wraps !== true) return [line(cells, dress)]
    const [first = '', ...others] = paragraph(cells.at(-1) ?? '', widths.at(-1) ?? width, '')
    return [
      line(cells.with(-1, first), dress),
      ...others.map((text) => line([...cells.slice(0, -1).map(() => ''), text], dress)),
    ]
  }

  return [
    line(headings, (text) => paint.dim(text)),
    ...rows.flatMap((_, row) => [...rowLines(row), ...remarkOf(remarks, row, width)]),
  ]
}

/** The one row of a table, with a line for each column. Its prices have the same decimals. */
export function drawKeyValues(data: Table, look: RenderOptions): string[] {
  const { columns, rows, styles } = forPeople(data)
  const [cells = []] = rows
  const prices = cells.filter((_, index) => columns[index]?.kind === 'price')
  const texts = columns.map((column, index) => shown(column, [cells[index] ?? null], prices)[0] ?? '')
  return keyValueLines(columns, texts, styles[0] ?? [], look)
}

function keyValueLines(
  columns: readonly ColumnMeta[],
  texts: readonly string[],
  styles: readonly (Style | null)[],
  { width, paint }: RenderOptions,
): string[] {
  const headings = columns.map(headingOf)
  const labelWidth = widest(headings)
  const margin = ' '.repeat(indent.length + labelWidth + gap.length)
  return columns.flatMap((_, index) => {
    const heading = headings[index] ?? ''
    const label = `${indent}${paint.dim(heading)}${blanks(heading, labelWidth)}${gap}`
    if (texts[index] === '') return []
    // Nothing is cut: a secret is shown only once.
    return paragraph(texts[index] ?? '', width, margin).map((line, row) =>
      `${row === 0 ? label : margin}${styled(line.slice(margin.length), styles[index] ?? null, paint)}`.trimEnd(),
    )
  })
}

const blocks = (
  { columns, rows, styles, remarks }: Table,
  texts: readonly (readonly string[])[],
  look: RenderOptions,
) =>
  rows.flatMap((_, row) => [
    ...(row === 0 ? [] : ['']),
    ...keyValueLines(
      columns,
      texts.map((cells) => cells[row] ?? ''),
      styles[row] ?? [],
      look,
    ),
    ...remarkOf(remarks, row, look.width),
  ])

function remarkOf(remarks: readonly string[] | undefined, row: number, width: number): string[] {
  const remark = remarks?.[row] ?? ''
  return remark === '' ? [] : paragraph(remark, width, remarkIndent)
}

const remarkIndent = '      '
const plainly = (text: string): string => text
const unknown = '–'
const headingOf = ({ name, heading = name.replaceAll('_', ' ') }: ColumnMeta) => translated(heading)
const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))

function forPeople({ columns, rows, styles, links, ...rest }: Table): Table {
  const isSeen = (_: unknown, index: number) => columns[index]?.hidden !== true
  return {
    columns: columns.filter(isSeen),
    rows: rows.map((cells) => cells.filter(isSeen)),
    styles: styles.map((row) => row.filter(isSeen)),
    ...(links === undefined ? {} : { links: links.map((row) => row.filter(isSeen)) }),
    ...rest,
  }
}

function shown({ kind = 'text', shown: own }: ColumnMeta, cells: readonly Cell[], beside = cells): string[] {
  const numbers = beside.filter((cell) => typeof cell === 'number')
  const decimals = Math.min(8, Math.max(leastDecimals(numbers), ...numbers.map(decimalsOf)))
  return cells.map((cell) => {
    if (cell === null) return unknown
    if (own !== undefined) return own(cell)
    if (typeof cell === 'number') {
      if (kind === 'price') return grouped(cell, decimals, decimals)
      if (kind === 'money') return grouped(cell, 2, 2)
      if (kind === 'change') return change(cell)
      return kind === 'percent' ? percent(cell) : grouped(cell)
    }
    if (typeof cell === 'boolean') return cell ? say('yes') : say('no')
    const text = typeof cell === 'string' ? cell : cell.join(', ')
    return kind === 'time' ? localTime(text) : cleanText(text)
  })
}

function styled(text: string, style: Style | null, paint: Colors): string {
  if (style === null) return text
  return { good: paint.green, bad: paint.red, faint: paint.dim, strong: paint.bold }[style](text)
}
