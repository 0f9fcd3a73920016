import { exchanges } from '@p2p-rates/core'

/**
 * Output without parts that vary between runs: numbers, times, exchanges, column widths and repeated rows. Drops the
 * mark for simulated prices, because only outputs in tests have it.
 */
function textShape(text: string): readonly string[] {
  return text
    .replaceAll(/SIMULATED: |^: simulated.*$|(?<=,\S*),(?:simulated|true)$/gm, '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
        .replaceAll(names, 'E')
        .replaceAll(/\b(low|medium|high)\b/g, 'level')
        .replaceAll(/-?\d+(,\d{3})*(\.\d+)?/g, '#')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line, index, lines) => line !== '' && line !== lines[index - 1])
}

const names = new RegExp(`\\b(${exchanges.flatMap(({ id, name }) => [id, name]).join('|')})\\b`, 'g')

/** Returns true if the output has the shape that the page shows. `...` stands for any lines, or for the rest of one. */
export function fitsText(shown: string, printed: string): boolean {
  const lines = textShape(shown).map((line) => (line === '...' ? '(?:[^\\n]*\\n)*' : `${patternOf(line)}\\n`))
  return new RegExp(`^${lines.join('')}$`).test(`${textShape(printed).join('\n')}\n`)
}

const patternOf = (line: string): string =>
  line
    .split('...')
    .map((part) => part.replaceAll(/[.+^$()|[\]{}?*\\]/g, '\\$&'))
    .join('[^\\n]*')

/** In which fields and kinds an answer differs from the one that a page shows. `null` may stand anywhere, lists may be empty. */
export function differences(shown: unknown, printed: unknown, path = 'answer'): readonly string[] {
  if (shown === null || printed === null) return []
  if (Array.isArray(shown) && Array.isArray(printed))
    return shown.length === 0 ? [] : printed.flatMap((item, index) => differences(shown[0], item, `${path}[${index}]`))
  if (typeof shown !== typeof printed || Array.isArray(shown) !== Array.isArray(printed))
    return [`${path} is no ${typeof shown}`]
  if (typeof shown !== 'object' || typeof printed !== 'object') return []
  const names = new Set([...Object.keys(shown), ...Object.keys(printed)])
  return [...names].flatMap((name) => {
    if (!(name in shown)) return [`${path}.${name} is not shown`]
    if (!(name in printed)) return [`${path}.${name} is not answered`]
    return differences(shown[name as never], printed[name as never], `${path}.${name}`)
  })
}
