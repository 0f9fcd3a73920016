import type { FormulaPoint, FormulaPreview } from '@p2p-rates/contract'
import { useMemo } from 'preact/hooks'
import { ChartOrTable } from '../../charts/chart-or-table.js'
import { PriceChart } from '../../charts/price-chart.js'
import { PriceTable } from '../../charts/price-table.js'
import type { Gap, PriceTimeSeries } from '../../charts/price-time-series.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { useServices } from '../../services-context.js'

export function FormulaPastWeek({ preview }: { readonly preview: FormulaPreview }) {
  const { numbers, t, lang } = useServices()
  const times = useMemo(() => createTimes(lang, 'local'), [lang])
  const { points, from_at: from, to_at: to, fiat, lowest, highest } = preview
  const grid = useMemo(() => pastPriceSeries(points, Date.parse(from), Date.parse(to)), [points, from, to])
  const decimals = Math.min(decimalsOf(grid.series.flat(), fiat), 4)
  const price = (value: number) => numbers.rounded(value, decimals)
  const side = preview.side === 'BUY' ? 'buy' : 'sell'
  const sentence = t('rules.past.chart', { low: price(lowest ?? 0), high: price(highest ?? 0), fiat })

  return (
    <ChartOrTable
      fileName={`rule-${fiat.toLowerCase()}-${side}-7d.csv`}
      csv={() => csvOf(preview)}
      table={() => (
        <PriceTable
          grid={grid}
          columns={[t('rules.past.value'), t('rules.past.base')]}
          times={times}
          price={price}
          caption={sentence}
          zone="local"
        />
      )}
      chart={
        <PriceChart
          grid={grid}
          lines={[
            { side, name: t('rules.past.value'), short: t('rules.past.short') },
            { side, name: t('rules.past.base'), short: '', isFaint: true },
          ]}
          times={times}
          zone="local"
          hours={matchMedia('(max-width: 640px)').matches ? 48 : 24}
          price={price}
          finestStep={10 ** -decimals}
          sentence={sentence}
        />
      }
    />
  )
}

const csvOf = ({ points }: FormulaPreview): string =>
  ['t,base,value', ...points.map(({ t, base, value }) => `${t},${base},${value ?? ''}`), ''].join('\r\n')

/** The record keeps two points of each half hour: what lies farther apart than those of two neighbours is a gap. */
const farthestMs = 3_600_000

/** The price by the rule, and the one that it begins with. The points stand where they were recorded. */
export function pastPriceSeries(points: readonly FormulaPoint[], fromMs: number, toMs: number): PriceTimeSeries {
  const times: number[] = []
  const values: (number | null)[] = []
  const bases: (number | null)[] = []
  const gaps: Gap[] = []
  const add = (atMs: number, value: number | null, base: number | null): void => {
    times.push(atMs)
    values.push(value)
    bases.push(base)
  }
  /** An instant without a price keeps a line from running over the gap. */
  const addGap = (startMs: number, endMs: number, atMs: number): void => {
    if (endMs - startMs <= farthestMs) return
    add(atMs, null, null)
    gaps.push({ fromMs: startMs, toMs: endMs })
  }
  let lastMs = fromMs
  for (const { t, value, base } of points) {
    const atMs = Date.parse(t)
    addGap(lastMs, atMs, lastMs === fromMs ? fromMs : lastMs + (atMs - lastMs) / 2)
    add(atMs, value, base)
    lastMs = atMs
  }
  addGap(lastMs, toMs, toMs)
  return { times, series: [values, bases], stepMs: farthestMs / 2, gaps }
}
