import type { Report } from './report.js'
import { say } from './words/say.js'

export const simulatedNote = (): string => say('SIMULATED exchanges: these prices are made up.')

/** Real addresses would lead to strangers. */
export const noSimulatedAddress = (): string => say('Simulated ads have no address.')

export const simulated = (report: Report): Report => ({
  ...report,
  answer: marked(report.answer),
  records: report.records.map(marked),
  title: report.title === undefined ? say('SIMULATED prices') : say('SIMULATED: {title}', { title: report.title }),
})

/** Marks every row in a column of its own, because files are read long after they were made. */
export function simulatedCsv(report: Report): Report {
  const { columns, rows, styles } = report.table
  const table = {
    columns: [...columns, { name: 'simulated', hidden: true }],
    rows: rows.map((cells) => [...cells, true]),
    styles: styles.map((row) => [...row, null]),
  }
  return { ...report, table }
}

/** Puts one field before the answer of the API, which stays as it is. */
export function marked(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(marked)
  return typeof document === 'object' && document !== null ? { simulated: true, ...document } : document
}
