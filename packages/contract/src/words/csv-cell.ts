import { cleanText } from './clean-text.js'

/** A cell of RFC 4180, safe to open in a spreadsheet. Numbers stay numbers. */
export function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = defused(cleanText(cell))
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes such a beginning for a formula. A quote mark makes it text. */
const defused = (text: string): string => (/^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text)
