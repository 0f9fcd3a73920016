import { ProportionBar } from '../../parts/proportion-bar.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'
import type { UsageCounts } from './usage-sums.js'

export type NamedFigures = UsageCounts & { readonly name: string }

type FiguresTableProps = {
  readonly caption: string
  readonly heading: string
  readonly rows: readonly NamedFigures[]
  readonly hrefOf?: (name: string) => string
  readonly hasShare?: boolean
}

export function UsageTable({ caption, heading, rows, hrefOf, hasShare = true }: FiguresTableProps) {
  const { numbers, t } = useServices()
  const all = rows.reduce((sum, { requests }) => sum + requests, 0)
  const figure = (name: keyof UsageCounts, word: string): Column<NamedFigures> => ({
    heading: word,
    isNumber: true,
    cell: (row) => <span class={row[name] === 0 ? 'faint' : undefined}>{numbers.grouped(row[name])}</span>,
  })
  const columns: readonly Column<NamedFigures>[] = [
    {
      heading,
      onPhone: 'wide',
      cell: ({ name }) =>
        hrefOf === undefined ? (
          <code>{name}</code>
        ) : (
          <a href={hrefOf(name)}>
            <code>{name}</code>
          </a>
        ),
    },
    figure('requests', t('usage.requests')),
    ...(hasShare
      ? [
          {
            heading: t('usage.share'),
            onPhone: 'none' as const,
            cell: ({ requests }: NamedFigures) => <ProportionBar parts={[all === 0 ? 0 : requests / all]} />,
          },
        ]
      : []),
    figure('counted', t('usage.counted')),
    figure('errors', t('usage.errors')),
    figure('limited', t('usage.limited')),
  ]
  return <RecordTable caption={caption} columns={columns} rows={rows} keyOf={({ name }) => name} />
}
