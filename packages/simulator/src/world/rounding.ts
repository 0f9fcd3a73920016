export function roundPrice(price: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(price * scale) / scale
}

/** People type limits with one or two leading digits. */
export function roundLimit(fiat: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(fiat)) - 1)
  return Math.max(1, Math.round(fiat / unit) * unit)
}
