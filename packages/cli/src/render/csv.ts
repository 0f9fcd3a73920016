import { csvCell } from '@p2p-rates/contract/words'
import { cellText, type Table } from './table.js'

/** RFC 4180 with a heading, safe to open in a spreadsheet. */
export const csv = ({ columns, rows }: Table): string =>
  [
    columns.map(({ name }) => name),
    ...rows.map((cells) => cells.map((cell) => csvCell(typeof cell === 'number' ? cell : cellText(cell)))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
