/**
 * Returns a typed amount in plain digits with a decimal point; null if it is invalid. Spaces and apostrophes group
 * digits. Comma and point follow the user's language.
 */
export function readAmount(typed: string, lang: string): string | null {
  const { group, decimal } = separatorsOf(lang)
  const text = typed.trim().replace(/(?<=\d)[\s'’](?=\d)/g, '')
  const [whole = '', fraction, ...more] = split(text, group, decimal)
  if (more.length > 0) return null
  const digits = ungrouped(whole, group)
  if (digits === null || (fraction !== undefined && !/^\d{1,8}$/.test(fraction))) return null
  const plain = digits.replace(/^0+(?=\d)/, '')
  const tail = (fraction ?? '').replace(/0+$/, '')
  if (plain.length > 12 || (plain === '0' && tail === '')) return null
  return tail === '' ? plain : `${plain}.${tail}`
}

/** Like `readAmount`, but a single mark that cannot group thousands is the decimal one in every language: 45,9 is 45.9. */
export function readPrice(typed: string, lang: string): string | null {
  const isDecimal = /^\s*\d+[.,](?!\d{3}\s*$)\d+\s*$/.test(typed)
  return readAmount(isDecimal ? typed.replace(/[.,]/, separatorsOf(lang).decimal) : typed, lang)
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
