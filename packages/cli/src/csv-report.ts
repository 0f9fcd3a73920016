import { endpoints } from '@p2p-rates/contract'
import type { Report } from './report.js'

export function csvReport(report: Report): Report {
  const table = endpoints.find(({ name }) => name === report.endpoint)?.table
  if (table === undefined) return report
  const rows = table.rows(report.answer).map((cells) => cells.map((cell) => cell ?? null))
  const styles = rows.map((cells) => cells.map(() => null))
  return { ...report, table: { columns: table.columns.map((name) => ({ name })), rows, styles } }
}
