import type { PriceTimeSeries } from './price-time-series.js'

export type PriceTableRow =
  | { readonly kind: 'price'; readonly atMs: number; readonly prices: readonly (number | null)[] }
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number; readonly points: number }

/** Rows of the first `columns` series, newest first. Consecutive slots without a price form one row. */
export function priceTableRows({ times, series }: PriceTimeSeries, columns: number): readonly PriceTableRow[] {
  const shown = series.slice(0, columns)
  const rows: PriceTableRow[] = []
  for (let at = times.length - 1; at >= 0; at--) {
    const atMs = times[at] ?? 0
    const prices = shown.map((list) => list[at] ?? null)
    const last = rows.at(-1)
    if (prices.some((price) => price !== null)) rows.push({ kind: 'price', atMs, prices })
    else if (last?.kind === 'gap') rows[rows.length - 1] = { ...last, fromMs: atMs, points: last.points + 1 }
    else rows.push({ kind: 'gap', fromMs: atMs, toMs: atMs, points: 1 })
  }
  return rows
}
