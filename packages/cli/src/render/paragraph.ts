import { displayWidth } from './display-width.js'

/** Words in lines of this width; the lines after the first may stand further in. A longer word keeps its line. */
export function paragraph(text: string, width: number, indent = '  ', hanging = indent): string[] {
  const lines: string[] = []
  let line = ''
  const margin = () => (lines.length === 0 ? indent : hanging)
  for (const word of text.split(between)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(margin() + longer) > width) {
      lines.push(margin() + line)
      line = word
    } else line = longer
  }
  return [...lines, margin() + line]
}

/** A number keeps its unit beside it, and an age its "old". */
const between = / (?!(?:%|s|min|h|d|old)(?:[ .,;)]|$))/
