/**
 * Returns a typed amount in plain digits with a decimal point; null if it is invalid. Spaces and apostrophes group
 * digits. Comma and point follow the user's language.
 */
export function readAmount(typed: string, lang: string): string | null {
  const parts = partsOf(typed, lang)
  if (parts === null || isLong(parts)) return null
  const { whole, fraction } = parts
  const tail = fraction.replace(/0+$/, '')
  if (whole === '0' && tail === '') return null
  return tail === '' ? whole : `${whole}.${tail}`
}

/** Like `readAmount`, but a single mark that cannot group thousands is the decimal one in every language: 45,9 is 45.9. */
export const readPrice = (typed: string, lang: string): string | null => readAmount(asPrice(typed, lang), lang)

/** True if a price has too many digits, but no other mistake. */
export function isTooLong(typed: string, lang: string): boolean {
  const parts = partsOf(asPrice(typed, lang), lang)
  return parts !== null && isLong(parts)
}

/** Returns both possible values of an amount with an unusual separator for the user's language; null if unambiguous. */
export function twoReadings(typed: string, lang: string): readonly [string, string] | null {
  const { group } = separatorsOf(lang)
  const [, whole = '', mark = '', part = ''] = /^([1-9]\d{0,11})([.,])(\d{1,8})$/.exec(typed.trim()) ?? []
  const looksGrouped = whole.length <= 3 && part.length === 3
  if (whole === '' || (mark === group) === looksGrouped) return null
  const fraction = looksGrouped ? `${part}0` : part
  return [Number(part) === 0 ? whole : `${whole}.${fraction}`, whole + part]
}

type Parts = { readonly whole: string; readonly fraction: string }

function partsOf(typed: string, lang: string): Parts | null {
  const { group, decimal } = separatorsOf(lang)
  const text = typed.trim().replace(/(?<=\d)[\s'’](?=\d)/g, '')
  const [whole = '', fraction, ...more] = split(text, group, decimal)
  const digits = ungrouped(whole, group)
  if (digits === null || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  return { whole: digits.replace(/^0+(?=\d)/, ''), fraction: fraction ?? '' }
}

const isLong = ({ whole, fraction }: Parts): boolean => whole.length > 12 || fraction.length > 8

function asPrice(typed: string, lang: string): string {
  const isDecimal = /^\s*\d+[.,](?!\d{3}\s*$)\d+\s*$/.test(typed)
  return isDecimal ? typed.replace(/[.,]/, separatorsOf(lang).decimal) : typed
}

/** A point parts decimals in every language that does not group with it. */
const split = (text: string, group: string, decimal: string): readonly string[] =>
  group === '.' ? text.split(decimal) : text.split(decimal === '.' ? '.' : /[.,]/)

function ungrouped(whole: string, group: string): string | null {
  if (/^\d+$/.test(whole)) return whole
  const parts = whole.split(group)
  const isGrouped = parts.length > 1 && parts.every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
  return isGrouped ? parts.join('') : null
}

function separatorsOf(lang: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(lang).formatToParts(12_345.6)
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: find('group'), decimal: find('decimal') }
}
