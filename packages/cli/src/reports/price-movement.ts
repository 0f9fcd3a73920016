import { drawTable, type RenderOptions } from '../render/draw-table.js'
import { sparkline } from '../render/sparkline.js'
import { tableOf } from '../render/table.js'

type Series = { readonly name: string; readonly values: readonly (number | null)[] }

export function priceMovement(series: readonly Series[], look: RenderOptions): string[] {
  const rows = series.flatMap(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    const [first] = known
    const last = known.at(-1)
    if (first === undefined || last === undefined) return []
    const [low, high] = [Math.min(...known), Math.max(...known)]
    return [{ name, first, last, low, high, change: (last / first - 1) * 100, line: sparkline(values, 24) }]
  })
  return drawTable(
    tableOf(rows, [
      { name: ' ', value: ({ name }) => name },
      { name: 'first', kind: 'price', flexible: true },
      { name: 'lowest', kind: 'price', value: ({ low }) => low },
      { name: 'highest', kind: 'price', value: ({ high }) => high },
      { name: 'last', kind: 'price', style: 'strong' },
      { name: 'change', kind: 'change' },
      { name: '  ', value: ({ line }) => line, style: 'faint', flexible: true },
    ]),
    look,
  )
}
