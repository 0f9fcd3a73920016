import type { Stats } from '@p2p-rates/contract'
import { useMemo } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { spansInHours } from '../../charts/hour-of-week-deltas.js'
import { PriceChart } from '../../charts/price-chart.js'
import { PriceTable } from '../../charts/price-table.js'
import { ofSide, priceTimeSeries } from '../../charts/price-time-series.js'
import { createTimes, hoursAhead, zoneName, zones } from '../../formats/times-and-zones.js'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { saveCsv } from '../../parts/save-file.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { Select } from '../../parts/select.js'
import { useServices } from '../../services-context.js'
import { candlesQuery, historyQuery, pairsOf, pointsOf, ranges } from './price-history-data.js'
import type { marketRoute } from './route.js'

type HistoryView = Pick<typeof marketRoute.presets, 'range' | 'series' | 'tz' | 'view'>

type PriceHistoryProps = HistoryView & {
  readonly fiat: string
  /** The side that the chart draws; the table has both. */
  readonly side: 'buy' | 'sell'
  readonly decimals: number
  readonly stats: Stats | null
  readonly version: number
  readonly onChoose: (change: Partial<HistoryView>) => void
}

export function PriceHistory(props: PriceHistoryProps) {
  const { fiat, side, decimals, stats, range, series, tz, view, version, onChoose } = props
  const { numbers, serverClock, bootstrap, api, liveRegion, t, lang } = useServices()
  const history = useQuery('GET /history', historyQuery(fiat, series, range), { version })
  const candles = useQuery('GET /candles', candlesQuery(fiat, series, range), { version })
  const isBest = series === 'best'
  const bestHistory = useQuery('GET /history', isBest ? null : historyQuery(fiat, 'best', range), { version })
  const bestCandles = useQuery('GET /candles', isBest ? null : candlesQuery(fiat, 'best', range), { version })

  const times = useMemo(() => createTimes(lang, tz), [lang, tz])
  const asked = range === '24h' ? history : candles
  const grid = useMemo(() => {
    const own = pairsOf(history.answer, candles.answer)
    if (own === null) return null
    const compared = isBest ? null : pairsOf(bestHistory.answer, bestCandles.answer)
    const { hours, stepMs } = ranges[range]
    const toMs = serverClock.now()
    return priceTimeSeries(pointsOf(own, compared), compared === null ? 2 : 4, {
      fromMs: toMs - hours * 3_600_000,
      toMs,
      stepMs,
    })
  }, [history.answer, candles.answer, bestHistory.answer, bestCandles.answer, range, isBest, serverClock])

  const shown = grid?.series.slice(0, 2).flat() ?? []
  const prices = shown.filter((price) => price !== null)
  const price = (value: number) => numbers.rounded(value, decimals)
  const title = isBest ? t('chart.best_prices') : t('chart.prices_on', { exchange: exchangeName(series) })
  const drawn = useMemo(() => grid && ofSide(grid, side), [grid, side])
  const known = drawn?.series[0]?.filter((one) => one !== null) ?? []
  const shaded = useMemo(() => {
    const hours = stats?.cheapest_hours_kyiv.map(({ hour }) => hour) ?? []
    const [fromMs, toMs] = [grid?.times[0], grid?.times.at(-1)]
    if (side === 'sell' || fromMs === undefined || toMs === undefined) return []
    return spansInHours(hours, { fromMs, toMs }, (atMs) => hoursAhead(zoneName('kyiv'), atMs))
  }, [grid, stats, side])
  const sentence = t(side === 'buy' ? 'chart.sentence' : 'chart.sentence_sell', {
    title,
    range: t(`range.${range}`),
    low: price(Math.min(...known)),
    high: price(Math.max(...known)),
    fiat,
  })

  async function saveHistory(): Promise<void> {
    const past = historyQuery(fiat, series, range)
    const csv = await (past === null
      ? api.requestText('GET /candles', { ...candlesQuery(fiat, series, range), format: 'csv' })
      : api.requestText('GET /history', { ...past, format: 'csv' })
    ).catch(() => null)
    if (csv === null) liveRegion.showToast(t('chart.failed'))
    else saveCsv(`usdt-${fiat.toLowerCase()}-${series}-${range}.csv`, csv, bootstrap.simulated)
  }

  return (
    <section class="past">
      <div class="row controls">
        <h2>{title}</h2>
        <SegmentedControl
          label={t('chart.range')}
          value={range}
          options={(['24h', '7d', '30d'] as const).map((value) => ({ value, label: t(`range.${value}`) }))}
          onChoose={(value) => onChoose({ range: value })}
        />
        <Select
          label={t('chart.series')}
          value={series}
          options={[
            { value: 'best', label: t('chart.series.best') },
            ...exchangeIds.map((id) => ({ value: id, label: exchangeName(id) })),
          ]}
          onChoose={(value) => onChoose({ series: value })}
        />
        <Select
          label={t('chart.zone')}
          value={tz}
          options={zones.map((value) => ({ value, label: t(`time.${value}`) }))}
          onChoose={(value) => onChoose({ tz: value })}
        />
        <span class="ways not-printed">
          <Button
            kind="quiet small"
            word={t(view === 'chart' ? 'chart.table' : 'chart.chart')}
            onClick={() => onChoose({ view: view === 'chart' ? 'table' : 'chart' })}
          />
          <Button kind="quiet small" word={t('chart.csv')} onClick={saveHistory} />
        </span>
      </div>
      {asked.error !== null && asked.answer === null ? (
        <ErrorBanner error={asked.error} refetch={asked.refetch} title={t('chart.failed')} facts={{ fiat }} />
      ) : grid !== null && prices.length === 0 ? (
        <div class="chart-place empty">
          <p>{t('chart.empty')}</p>
          {range !== '30d' && <Button word={t('chart.empty.widest')} onClick={() => onChoose({ range: '30d' })} />}
        </div>
      ) : view === 'table' && grid !== null ? (
        <PriceTable
          grid={grid}
          columns={[t('side.buy_at'), t('side.sell_at')]}
          times={times}
          price={price}
          caption={title}
          zone={tz}
        />
      ) : (
        <div class={`chart-place ${asked.isOld ? 'old' : ''}`}>
          {drawn !== null && (
            <PriceChart
              grid={drawn}
              lines={[
                { side, name: t(`side.${side}_at`), short: t(`chart.${side}`) },
                ...(drawn.series.length === 2
                  ? [{ side, name: t(`chart.best_${side}`), short: '', isFaint: true }]
                  : []),
              ]}
              shaded={shaded}
              times={times}
              zone={tz}
              hours={
                matchMedia('(max-width: 640px)').matches ? ranges[range].axisHoursOnPhone : ranges[range].axisHours
              }
              price={price}
              finestStep={10 ** -decimals}
              sentence={sentence}
            />
          )}
        </div>
      )}
      {view === 'chart' && shaded.length > 0 && <p class="small quiet">{t('chart.shaded')}</p>}
    </section>
  )
}
