/**
 * An amount as people write it: 50000, 50,000, 50_000, 50 000, 50k, 1.2m. `null` where it can be read in two ways, such
 * as 1,00, or not at all.
 */
export function amountIn(text: string): number | null {
  const [, written = '', unit = ''] = /^(.*?)([km]?)$/i.exec(text.trim()) ?? []
  const digits = written.replace(/(?<=\d)[_,\s](?=\d{3}(?!\d))/g, '')
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(digits)) return null
  // A thousand times 1.1 is 1100, although binary fractions differ.
  const amount = Number((Number(digits) * (factors.get(unit.toLowerCase()) ?? 1)).toFixed(8))
  return amount > 0 && amount < 1e12 ? amount : null
}

const factors = new Map([
  ['k', 1_000],
  ['m', 1_000_000],
])
