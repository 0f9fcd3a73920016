/** A table of markdown. Lines within a cell are not kept apart, and bars are no columns. */
export const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map((heading) => (isNumber(heading) ? '---:' : '---')), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').trim()).join(' | ')} |`)
    .join('\n')

/** A heading that ends so stands above numbers. */
const isNumber = (heading: string): boolean => heading.endsWith(' ')

export const numbers = (heading: string): string => `${heading} `

export const code = (text: string): string => `\`${text}\``
