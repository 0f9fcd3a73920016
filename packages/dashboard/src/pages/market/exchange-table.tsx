import type { SparklinePoint, Sparklines } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { sparklinePath } from '../../charts/sparkline-path.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age, spanWords, useTicking } from '../../parts/age.js'
import { Shape } from '../../parts/icon.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { type Column, LoadingRows, RecordTable } from '../../parts/record-table.js'
import { SourceWhy } from '../../parts/source-why.js'
import { Tag } from '../../parts/tag.js'
import { useServices } from '../../services-context.js'
import type { ExchangeRow } from './exchange-rows.js'

type ExchangesProps = {
  readonly fiat: string
  /** `null` while nothing is known. */
  readonly rows: readonly ExchangeRow[] | null
  readonly decimals: number
  readonly mayAskHistory: boolean
  readonly onShown: () => void
}

export function ExchangeTable({ fiat, rows, decimals, mayAskHistory, onShown }: ExchangesProps) {
  const { numbers, t } = useServices()
  // Rows are sorted when they come first and on a click. Nothing moves under the reader in between.
  const lines = useLines(fiat, mayAskHistory)
  const isEmpty = rows === null || rows.length === 0
  useEffect(() => {
    if (!isEmpty) onShown()
  }, [isEmpty])
  const [sorted, setSorted] = useState<{ readonly fiat: string; readonly ids: readonly string[] } | null>(null)
  if (rows === null || rows.length === 0) return <LoadingRows />
  const ids = sorted?.fiat === fiat ? sorted.ids : rowOrder(rows, 'usual')
  if (sorted?.fiat !== fiat) setSorted({ fiat, ids })

  const sortBy = (order: RowOrder) => setSorted({ fiat, ids: rowOrder(rows, order) })
  const price = (value: number | null, isBest: boolean, side: 'buy' | 'sell') => (
    <>
      {isBest && <Tag kind={side}>{t('price.best')}</Tag>}{' '}
      <span class="nowrap">
        {value === null ? '—' : isBest ? <b>{numbers.price(value, decimals)}</b> : numbers.price(value, decimals)}
      </span>
    </>
  )
  const columns: readonly Column<ExchangeRow>[] = [
    { heading: t('market.exchange'), onPhone: 'title', cell: (row) => <Name row={row} fiat={fiat} /> },
    { heading: t('market.state'), onPhone: 'state', cell: (row) => <State row={row} /> },
    {
      heading: t('side.buy_at'),
      isNumber: true,
      sort: () => sortBy('buy'),
      cell: (row) => price(row.buy, row.isBestBuy, 'buy'),
    },
    {
      heading: t('market.ads'),
      isNumber: true,
      onPhone: 'none',
      cell: ({ buy, buyAds }) => buy !== null && <span class="faint">{buyAds}</span>,
    },
    {
      heading: t('side.sell_at'),
      isNumber: true,
      sort: () => sortBy('sell'),
      cell: (row) => price(row.sell, row.isBestSell, 'sell'),
    },
    {
      heading: t('market.ads'),
      isNumber: true,
      onPhone: 'none',
      cell: ({ sell, sellAds }) => sell !== null && <span class="faint">{sellAds}</span>,
    },
    ...(mayAskHistory
      ? [
          {
            heading: t('market.buying_24h'),
            onPhone: 'none' as const,
            cell: (row: ExchangeRow) =>
              row.state !== 'unsupported' && (
                <Sparkline points={lines?.find(({ exchange }) => exchange === row.exchange)?.points ?? null} />
              ),
          },
        ]
      : []),
    ...(rows.some(({ state }) => state !== 'live')
      ? [
          {
            heading: t('market.why'),
            isHeadingVisuallyHidden: true,
            onPhone: 'wide' as const,
            cell: (row: ExchangeRow) => row.state !== 'live' && <Why row={row} />,
          },
        ]
      : []),
  ]

  return (
    <RecordTable
      caption={t('market.exchanges')}
      columns={columns}
      rows={inOrder(rows, ids)}
      keyOf={({ exchange }) => exchange}
      rowClass={({ state }) => (state === 'live' ? '' : 'dimmed')}
    />
  )
}

/**
 * Prices of the last 24 hours for all exchanges in one request. A delay of 600 ms lets more urgent requests go first.
 */
function useLines(fiat: string, mayAsk: boolean): Sparklines['exchanges'] | null {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 600)
    return () => clearTimeout(timer)
  }, [])
  const { answer, isOld } = useQuery('GET /sparklines', mayAsk && isTime ? { fiat } : null)
  return isOld ? null : (answer?.exchanges ?? null)
}

const Name = ({ row, fiat }: { readonly row: ExchangeRow; readonly fiat: string }) => (
  <LinkIfPageExists
    class="name"
    href={`/ads/${fiat}/${row.exchange}/buy`}
    without={<b>{exchangeName(row.exchange)}</b>}
  >
    <b>{exchangeName(row.exchange)}</b>
  </LinkIfPageExists>
)

function State({ row }: { readonly row: ExchangeRow }) {
  const { translator } = useServices()
  return (
    <span class="nowrap">
      <Shape name={row.state} /> {translator.translateCode('source', row.state)}{' '}
      {row.observedAtMs !== null && (
        <span class="faint">
          <Age atMs={row.observedAtMs} bare />
        </span>
      )}
    </span>
  )
}

function Why({ row }: { readonly row: ExchangeRow }) {
  const { translator, t } = useServices()
  const { state, reason, nextAttemptAtMs } = row
  const next = useTicking((nowMs) =>
    nextAttemptAtMs === null || nextAttemptAtMs <= nowMs || state === 'unsupported'
      ? null
      : spanWords(translator, (nextAttemptAtMs - nowMs) / 1000),
  )
  return (
    <span class="small quiet">
      <SourceWhy state={state} reason={reason} />{' '}
      {next !== null && <span class="nowrap">{t('market.next_try', { span: next })}</span>}{' '}
      {state === 'blocked' && nextAttemptAtMs !== null && <a href="/docs/self-hosting">{t('market.what_to_do')}</a>}
    </span>
  )
}

const width = 68
const height = 18
const dayMs = 86_400_000
const points = 96

/** Small price chart of one exchange over a day. Screen readers skip it, because the table has the same figures. */
function Sparkline({ points: known }: { readonly points: readonly SparklinePoint[] | null }) {
  const { serverClock } = useServices()
  if (known === null) return <svg width={width} height={height} aria-hidden="true" />
  const toMs = serverClock.now()
  const prices = known.map(({ t, buy }) => ({ atMs: Date.parse(t), price: buy }))
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={sparklinePath(prices, { fromMs: toMs - dayMs, toMs, width, height }, (3 * dayMs) / points)} />
    </svg>
  )
}

export type RowOrder = 'usual' | 'buy' | 'sell'

/** Ids in the order of rows: those with prices first, those that do not trade the currency last. */
export function rowOrder(rows: readonly ExchangeRow[], order: RowOrder): readonly string[] {
  const worth = ({ buy, sell }: ExchangeRow) =>
    order === 'buy' ? (buy ?? Number.MAX_VALUE) : order === 'sell' ? -(sell ?? -Number.MAX_VALUE) : 0
  return rows.toSorted((a, b) => groupOf(a) - groupOf(b) || worth(a) - worth(b)).map(({ exchange }) => exchange)
}

const groupOf = ({ state }: ExchangeRow): number => (state === 'live' ? 0 : state === 'unsupported' ? 2 : 1)

/** Rows in a given order. New exchanges come last, so that nothing moves. */
export const inOrder = (rows: readonly ExchangeRow[], ids: readonly string[]): readonly ExchangeRow[] =>
  rows.toSorted((a, b) => placeOf(ids, a.exchange) - placeOf(ids, b.exchange))

const placeOf = (ids: readonly string[], id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
