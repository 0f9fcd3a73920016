import type { Times, Zone } from '../formats/times-and-zones.js'
import { useServices } from '../services-context.js'
import type { PriceTimeSeries } from './price-time-series.js'
import './price-table.css'

type PriceTableProps = {
  readonly grid: PriceTimeSeries
  readonly columns: readonly string[]
  readonly times: Times
  readonly price: (value: number) => string
  readonly caption: string
  readonly zone: Zone
}

export function PriceTable({ grid, columns, times, price, caption, zone }: PriceTableProps) {
  const { t } = useServices()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="tall-box" aria-label={caption} tabIndex={0}>
      <table class="plain-table">
        <caption class="heard">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`time.${zone}`)}</th>
            {columns.map((name) => (
              <th key={name} scope="col" class="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {priceTableRows(grid, columns.length).map((row) =>
            row.kind === 'price' ? (
              <tr key={row.atMs}>
                <td>{times.moment(row.atMs)}</td>
                {row.prices.map((value, at) => (
                  <td key={columns[at]} class="num">
                    {value === null ? '—' : price(value)}
                  </td>
                ))}
              </tr>
            ) : (
              <tr key={row.fromMs} class="gap">
                <td>{t('chart.span', { from: times.clock(row.fromMs), to: times.clock(row.toMs) })}</td>
                <td class="num" colSpan={columns.length}>
                  {t('chart.no_data_points', { n: row.points })}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

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
