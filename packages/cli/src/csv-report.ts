import { endpoints } from '@p2p-rates/contract'
import type { Cell } from './render/table.js'
import type { Report } from './report.js'

export function csvReport(report: Report): Report {
  const table = endpoints.find(({ name }) => name === report.endpoint)?.table
  if (table === undefined) return report
  const rows = table.rows(report.answer).map((cells) => cells.map(cellOf))
  const styles = rows.map((cells) => cells.map(() => null))
  return { ...report, table: { columns: table.columns.map((name) => ({ name })), rows, styles } }
}

function cellOf(cell: Cell | undefined): Cell {
  if (cell === undefined) return null
  return typeof cell === 'object' && cell !== null ? cell.join(' | ') : cell
}
