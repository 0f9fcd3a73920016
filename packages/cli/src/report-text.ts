import { cleanText } from '@p2p-rates/contract/words'
import { csv } from './render/csv.js'
import { drawKeyValues, drawTable, type RenderOptions } from './render/draw-table.js'
import { paragraph } from './render/paragraph.js'
import { escapedJson } from './render/sanitize.js'
import { cellText } from './render/table.js'
import type { Format, Report } from './report.js'
import { say } from './words/say.js'

export function reportText(report: Report, format: Format, look: RenderOptions): string {
  switch (format) {
    case 'json':
      return `${escapedJson(report.answer, 2)}\n`
    case 'ndjson':
      return report.records.map((record) => `${escapedJson(record)}\n`).join('')
    case 'csv':
      return csv(report.table)
    case 'plain':
      return plainText(report)
    case 'people':
      return peopleText(report, look)
  }
}

/** Tab-separated, without a heading: for cut, awk and while read. */
function plainText({ table: { columns, rows }, isKeyValue }: Report): string {
  const lines = isKeyValue === true ? columns.map(({ name }, index) => [name, rows[0]?.[index] ?? null]) : rows
  return lines.map((cells) => `${cells.map((cell) => cleanText(cellText(cell))).join('\t')}\n`).join('')
}

function peopleText(report: Report, look: RenderOptions): string {
  const { title, footer, notes } = report
  const heading =
    title === undefined ? [] : [...paragraph(cleanText(title), look.width, '').map((line) => look.paint.bold(line)), '']
  const rest = [...(footer?.(look) ?? []), ...(notes?.() ?? []).flatMap((note) => paragraph(note, look.width))]
  return [...heading, ...bodyOf(report, look), ...(rest.length === 0 ? [] : ['', ...rest])]
    .map((line) => `${line}\n`)
    .join('')
}

function bodyOf(
  { table, peopleTable: data = table, isKeyValue, chart, empty }: Report,
  look: RenderOptions,
): readonly string[] {
  if (data.rows.length === 0) return paragraph(empty ?? say('No rows.'), look.width)
  if (chart !== undefined) return chart(look)
  return isKeyValue === true ? drawKeyValues(table, look) : drawTable(data, look)
}
