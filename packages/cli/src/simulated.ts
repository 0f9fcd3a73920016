import type { Report } from './report.js'

/** For stderr, where the output itself has no place for it. */
export const simulatedNote = 'SIMULATED exchanges: none of these prices exists.'

/** A report that nobody can take for a real one: its heading says so, its documents have a field. */
export const simulated = (report: Report): Report => ({
  ...report,
  answer: marked(report.answer),
  records: report.records.map(marked),
  title: `SIMULATED${report.title === undefined ? ' prices' : `: ${report.title}`}`,
})

/** A file is looked at when nobody remembers where it came from: each row says so, in a column of its own. */
export const simulatedCsv = (report: Report): Report => {
  const { columns, rows, styles } = report.table
  const table = {
    columns: [...columns, { name: 'simulated' }],
    rows: rows.map((cells) => [...cells, true]),
    styles: styles.map((row) => [...row, null]),
  }
  return { ...report, table }
}

/** What the API answers stays as it is, behind one field more. */
export const marked = (document: unknown): unknown => {
  if (Array.isArray(document)) return document.map(marked)
  return typeof document === 'object' && document !== null ? { simulated: true, ...document } : document
}
