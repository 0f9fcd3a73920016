/** Characters in a line of the generated Python, as PEP 8 allows a project to choose. */
const width = 100

/** Literal types and calls that are longer than a line are broken behind their opening bracket. */
export const line = (indent: string, text: string): string =>
  indent.length + text.length <= width
    ? indent + text
    : indent +
      text.replace(/Literal\[([^\]]*)\]/, (_, items: string) => `Literal[\n${filled(indent, items)}\n${indent}]`)

const filled = (indent: string, items: string): string =>
  wrap(`${items},`, `${indent}    `.length)
    .map((row) => `${indent}    ${row}`)
    .join('\n')

/** A call or a signature: on one line, or with one argument per line. */
export const call = (indent: string, head: string, args: readonly string[], tail: string): string => {
  const short = `${indent}${head}${args.join(', ')}${tail}`
  if (short.length <= width) return short
  const rows = args.map((arg) => `${line(`${indent}    `, arg)},`)
  return [`${indent}${head}`, ...rows, indent + tail].join('\n')
}

export const docstring = (indent: string, text: string): string => {
  const rows = text
    .replaceAll('\\', '\\\\')
    .split('\n')
    .flatMap((row) => paragraph(row, indent.length))
  if (rows.length === 1 && indent.length + (rows[0] ?? '').length + 6 <= width) return `${indent}"""${rows[0]}"""`
  const [first = '', ...others] = rows
  return [`${indent}"""${first}`, ...others.map((row) => (row === '' ? '' : indent + row)), `${indent}"""`].join('\n')
}

/** A row that is indented stays so, with the lines that follow from it indented further. */
function paragraph(row: string, outer: number): readonly string[] {
  const [, own = '', text = ''] = /^( *)(.*)$/.exec(row) ?? []
  const hanging = own === '' ? '' : `${own}    `
  return wrap(text, outer + Math.max(hanging.length, 3)).map((part, at) =>
    part === '' ? '' : (at === 0 ? own : hanging) + part,
  )
}

function wrap(text: string, indent: number): readonly string[] {
  const rows: string[] = ['']
  for (const word of text.split(' ')) {
    const last = rows.at(-1) ?? ''
    if (last === '') rows[rows.length - 1] = word
    else if (indent + last.length + 1 + word.length <= width) rows[rows.length - 1] = `${last} ${word}`
    else rows.push(word)
  }
  return rows
}

export const pascal = (text: string): string =>
  text
    .split(/[_\W]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const keywords = new Set('class from import is in not or and for pass with as global'.split(' '))
export const isKeyword = (name: string): boolean => keywords.has(name)
export const argumentName = (name: string): string => (isKeyword(name) ? `${name}_` : name)
