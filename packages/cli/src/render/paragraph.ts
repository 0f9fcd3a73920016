import { displayWidth } from './display-width.js'

/** Wraps words into lines of this width. Lines after the first may be indented. A longer word keeps its own line. */
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

/** Keeps a number with its unit, and an age with its "old". */
const between = / (?!(?:%|s|min|h|d|old|с|хв|год|д|тому)(?:[ .,;)]|$))/
