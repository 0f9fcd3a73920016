import type { ComponentChild } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { saveCsv } from '../parts/save-file.js'
import { useServices } from '../services-context.js'

type ChartOrTableProps = {
  readonly chart: ComponentChild
  readonly table: () => ComponentChild
  readonly fileName: string
  readonly csv: () => string
}

/** A chart, the table of its prices in its place, and the same prices as a file. */
export function ChartOrTable({ chart, table, fileName, csv }: ChartOrTableProps) {
  const { bootstrap, t } = useServices()
  const [isTable, setTable] = useState(false)
  return (
    <>
      {isTable ? table() : chart}
      <p class="row-ways not-printed">
        <Button
          kind="quiet small"
          word={t(isTable ? 'chart.chart' : 'chart.table')}
          onClick={() => setTable(!isTable)}
        />
        <Button
          kind="quiet small"
          word={t('chart.csv')}
          onClick={() => saveCsv(fileName, csv(), bootstrap.simulated)}
        />
      </p>
    </>
  )
}
