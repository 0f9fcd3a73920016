import { eastAsianWidth } from 'get-east-asian-width'

/** The columns of a terminal that a text takes: 2 for CJK and emoji, 0 for combining characters. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment)
  return width
}

export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of graphemes(text)) {
    used += graphemeWidth(segment)
    if (used > width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export const blanks = (text: string, width: number): string => ' '.repeat(Math.max(0, width - displayWidth(text)))

/** Latin, Greek, Cyrillic: one column per unit, nothing to look up. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f]*$/.test(text)

let segmenter: Intl.Segmenter | undefined
function graphemes(text: string) {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function graphemeWidth(grapheme: string): number {
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2
  if (/^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) return 0
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0)
}
