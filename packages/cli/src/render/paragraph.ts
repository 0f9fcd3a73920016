import { displayWidth } from './display-width.js'

/** Words in lines of this width, indented. */
export function paragraph(text: string, width: number, indent = '  '): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(longer) + indent.length > width) {
      lines.push(indent + line)
      line = word
    } else line = longer
  }
  return [...lines, indent + line]
}
