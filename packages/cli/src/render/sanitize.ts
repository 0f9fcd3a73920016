import { cleanText, commanding } from '@p2p-rates/contract/words'

/** An answer whose texts and field names are harmless on a terminal. */
export function sanitize<T>(answer: T): T {
  return cleaned(answer) as T
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleanText(name), cleaned(inner)]))
}

/** The same JSON document, with what a terminal would obey spelled out. */
export const escapedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(notPlain, (text) =>
    text.replace(commanding, (character) => (isLineBreak(character) ? character : spelledOut(character))),
  )

/** JSON spells out control characters below the space by itself. Bare ones are its own indent. */
const isLineBreak = (character: string): boolean => character === '\n'
const notPlain = /[^\x20-\x7e]+/g
const spelledOut = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
