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

export const leastDecimals = (prices: readonly number[]): number =>
  prices.every((price) => Number.isInteger(price) && price >= 1000) ? 0 : 2

export function priceText(price: number, beside: readonly number[] = []): string {
  const all = [price, ...beside]
  return grouped(price, Math.min(8, Math.max(leastDecimals(all), ...all.map(decimalsOf))), 8)
}

export const moneyText = (sum: number): string => grouped(sum, Number.isInteger(sum) ? 0 : 2)

export function decimalsOf(value: number): number {
  const text = String(value)
  if (text.includes('e')) return 8
  return text.split('.')[1]?.length ?? 0
}

export const percent = (value: number): string => `${grouped(value, 2)} %`

export const change = (pct: number): string => (pct > 0 ? '+' : '') + percent(pct)
