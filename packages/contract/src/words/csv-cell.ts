import { cleanText } from './clean-text.js'

/** A cell of RFC 4180, safe to open in a spreadsheet. Numbers stay numbers. */
export function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = defused(cleanText(cell))
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet takes such a beginning of a cell for a formula; a quote mark makes it text. Many spreadsheets split a file
 * at semicolons or tabs, whatever is quoted, so a cell may begin after each of these.
 */
const defused = (text: string): string => text.replace(/(^|[,;|\t]\s*)(?=\s*[=+\-@＝＋－＠])/g, "$1'")
