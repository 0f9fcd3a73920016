import type { FormulaPreview } from '@p2p-rates/contract'
import { useMemo, useState } from 'preact/hooks'
import { PriceChart } from '../../charts/price-chart.js'
import { PriceTable } from '../../charts/price-table.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Button } from '../../parts/button.js'
import { markedCsv, saveFile } from '../../parts/save-file.js'
import { useServices } from '../../services-context.js'
import { pastPriceSeries } from './past-price-series.js'

export function FormulaPastWeek({ preview }: { readonly preview: FormulaPreview }) {
  const { numbers, bootstrap, t, lang } = useServices()
  const [isTable, setTable] = useState(false)
  const times = useMemo(() => createTimes(lang, 'local'), [lang])
  const { points, from_at: from, to_at: to, fiat, lowest, highest } = preview
  const grid = useMemo(() => pastPriceSeries(points, Date.parse(from), Date.parse(to)), [points, from, to])
  const decimals = Math.min(decimalsOf(grid.series.flat(), fiat), 4)
  const price = (value: number) => numbers.rounded(value, decimals)
  const side = preview.side === 'BUY' ? 'buy' : 'sell'
  const sentence = t('rules.past.chart', { low: price(lowest ?? 0), high: price(highest ?? 0), fiat })

  const saveCsv = () =>
    saveFile(
      `${bootstrap.simulated ? 'SIMULATED-' : ''}rule-${fiat.toLowerCase()}-${side}-7d.csv`,
      'text/csv',
      markedCsv(csvOf(preview), bootstrap.simulated),
    )

  return (
    <>
      {isTable ? (
        <PriceTable
          grid={grid}
          columns={[t('rules.past.value'), t('rules.past.base')]}
          times={times}
          price={price}
          caption={sentence}
          zone="local"
        />
      ) : (
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
      )}
      <p class="row-ways not-printed">
        <Button
          kind="quiet small"
          word={t(isTable ? 'chart.chart' : 'chart.table')}
          onClick={() => setTable(!isTable)}
        />
        <Button kind="quiet small" word={t('chart.csv')} onClick={saveCsv} />
      </p>
    </>
  )
}

const csvOf = ({ points }: FormulaPreview): string =>
  ['t,base,value', ...points.map(({ t, base, value }) => `${t},${base},${value ?? ''}`), ''].join('\r\n')
