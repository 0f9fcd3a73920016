import { cleanText } from '@p2p-rates/contract/words'
import { type Cell, cellText, type Table } from './table.js'

/** RFC 4180 with a heading, safe to open in a spreadsheet. */
export const csv = ({ columns, rows }: Table): string =>
  [columns.map(({ name }) => name), ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = defused(cleanText(cellText(cell)))
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes such a beginning for a formula. A quote mark makes it text. */
const defused = (text: string): string => (/^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text)
