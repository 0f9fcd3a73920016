import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

/** An amount as people write it: 50000, 50,000, 50_000, 50 000, 1.000,50, 50k, 1.2m. `null` if it has two readings or none. */
export function parseAmountOrNull(text: string): number | null {
  const [reading, other] = readingsOf(text)
  if (reading === undefined || other !== undefined) return null
  const amount = Number(reading)
  return amount > 0 && amount < 1e12 ? amount : null
}

/** A price often has three decimals, so 44.955 has one reading here. */
export const parsePriceOrNull = (text: string): number | null =>
  /^\d{1,3}\.\d{3}$/.test(text) && Number(text) > 0 ? Number(text) : parseAmountOrNull(text)

export function amountFault(text: string): string {
  const [one, other] = readingsOf(text)
  if (one === undefined || other === undefined) return say('Expected a number above 0, such as 50000 or 0.5.')
  return say('It can mean {one} or {other}. Type one of these.', { one, other })
}

export function parseAmount(text: string, readText = parseAmountOrNull): number {
  const amount = readText(text)
  if (amount === null) throw new CliError('usage', say('"{text}" is not a valid amount.', { text }), amountFault(text))
  return amount
}

/** All amounts that a text can mean, each as text with one reading. */
function readingsOf(text: string): readonly string[] {
  const [, written = '', unit = ''] = /^(.*?)([km]?)$/i.exec(text.trim()) ?? []
  const factor = factors.get(unit.toLowerCase()) ?? 1
  return digitsIn(written, unit !== '')
    .filter((digits) => /^\d{1,12}(\.\d{1,8})?$/.test(digits))
    .map((digits) => (factor === 1 ? digits : multiplied(digits, factor)))
}

function digitsIn(written: string, hasUnit: boolean): readonly string[] {
  const [whole = '', part = ''] = written.split(/[.,]/)
  // Half of the world groups thousands by points. A group never begins with 0, and 1.250k has no thousands to group.
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(written) && !hasUnit)
    return [part === '000' ? whole : `${whole}.${part}0`, whole + part]
  if (/^0,\d+$/.test(written)) return [written.replace(',', '.')]
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(written)) return [Number(part) === 0 ? whole : `${whole}.${part}`, whole + part]
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(written) && /[.,].*[.,]/.test(written))
    return [written.replaceAll('.', '').replace(',', '.')]
  return [written.replace(/(?<=^[^.]*\d)[_,\s](?=\d{3}(?!\d))/g, '')]
}

// A thousand times 1.1 is 1100, although binary fractions differ.
const multiplied = (digits: string, factor: number): string => String(Number((Number(digits) * factor).toFixed(8)))

const factors = new Map([
  ['k', 1_000],
  ['m', 1_000_000],
])
