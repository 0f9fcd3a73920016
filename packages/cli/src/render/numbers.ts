/** 1,234,567.5 as people write it, with between `least` and `most` decimals. */
export function grouped(value: number, least = 0, most = 2): string {
  // A server may leave out a number that it should have sent.
  if (typeof value !== 'number') throw new TypeError('There is a number missing.')
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(most).split('.')
  let shown = fraction
  while (shown.length > least && shown.endsWith('0')) shown = shown.slice(0, -1)
  const isZero = !/[1-9]/.test(whole + shown)
  return (value < 0 && !isZero ? '-' : '') + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (shown === '' ? '' : `.${shown}`)
}

/** A single price, as it would stand in a table. */
export const priceText = (price: number): string => grouped(price, 2, 8)

/** How many decimals a number was published with. */
export function decimalsOf(value: number): number {
  const text = String(value)
  if (text.includes('e')) return 8
  return text.split('.')[1]?.length ?? 0
}

export const percent = (value: number): string => `${grouped(value, 2)} %`

/** A change, always with its sign. */
export const change = (pct: number): string => (pct > 0 ? '+' : '') + percent(pct)
