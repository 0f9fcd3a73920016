import { ChartOrTable } from '../../charts/chart-or-table.js'
import { PriceTable } from '../../charts/price-table.js'
import { priceTimeSeries } from '../../charts/price-time-series.js'
import { ThresholdChart } from '../../charts/threshold-chart.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { spanWords } from '../../parts/age.js'
import { useServices } from '../../services-context.js'
import type { PastValue } from './backtest-firings.js'

type Backtest24hProps = {
  readonly points: readonly PastValue[]
  readonly fromMs: number
  readonly toMs: number
  readonly threshold: number | null
  readonly fired: readonly number[]
  readonly side: 'buy' | 'sell'
  readonly fiat: string
  readonly exchange: string
  readonly price: (value: number) => string
}

const slotMs = 300_000

export function BacktestChart({
  points,
  fromMs,
  toMs,
  threshold,
  fired,
  side,
  fiat,
  exchange,
  price,
}: Backtest24hProps) {
  const { translator, t, lang } = useServices()
  const times = createTimes(lang, 'local')
  const { clock, day } = times
  const values = points.flatMap(({ value }) => value ?? [])
  const sentence = t(threshold === null ? 'hooks.chart.plain' : 'hooks.chart', {
    low: price(Math.min(...values)),
    high: price(Math.max(...values)),
    fiat,
    threshold: threshold === null ? '—' : price(threshold),
  })

  return (
    <ChartOrTable
      fileName={`usdt-${fiat.toLowerCase()}-${exchange === 'any' ? 'best' : exchange}-${side}-24h.csv`}
      csv={() => csvOf(points, side)}
      table={() => (
        <PriceTable
          grid={priceTimeSeries(
            points.map(({ atMs, value }) => ({ atMs, prices: [value] })),
            1,
            { fromMs, toMs: toMs - slotMs, stepMs: slotMs },
          )}
          columns={[t(`side.${side}_at`)]}
          times={times}
          price={price}
          caption={sentence}
          zone="local"
        />
      )}
      chart={
        <ThresholdChart
          points={points}
          fromMs={fromMs}
          toMs={toMs}
          threshold={threshold}
          rings={fired}
          side={side}
          sentence={sentence}
          writeValue={price}
          writeTime={(atMs) => (clock(atMs) === '00:00' ? day(atMs) : clock(atMs))}
          nameGap={(seconds) => t('hooks.chart.no_data', { span: spanWords(translator, seconds) })}
        />
      }
    />
  )
}

const csvOf = (points: readonly PastValue[], side: 'buy' | 'sell'): string =>
  [`t,${side}`, ...points.map(({ atMs, value }) => `${new Date(atMs).toISOString()},${value ?? ''}`), ''].join('\r\n')
