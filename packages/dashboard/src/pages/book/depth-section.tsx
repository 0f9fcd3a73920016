import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { DepthChart, isCrossing } from '../../charts/depth-chart.js'
import { depthSteps, reachOf, type Step } from '../../charts/depth-steps.js'
import { decimalsIn } from '../../formats/decimals-in.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { toAdWithTrust } from './ad-with-trust.js'
import type { BookState } from './route.js'
import { toOrderbookQuery } from './use-order-book.js'

type DepthSectionProps = { readonly view: BookState; readonly version: number }

export function DepthSection({ view, version }: DepthSectionProps) {
  const { numbers, t } = useServices()
  const [isTable, setTable] = useState(false)
  useShortcuts([{ keys: 'v', word: 'keys.view', act: () => setTable((was) => !was) }])
  const { amount } = view
  const of = (side: 'buy' | 'sell') => toOrderbookQuery({ ...view, amount: '', side, trusted: true })
  const answers = {
    buy: useQuery('GET /orderbook', of('buy'), { version }).answer,
    sell: useQuery('GET /orderbook', of('sell'), { version }).answer,
  }
  const offers = (side: 'buy' | 'sell') =>
    (answers[side]?.ads ?? [])
      .map(toAdWithTrust)
      .filter((ad) => ad.trusted && !ad.reasons.includes('large_orders_only'))
  const [buyers, sellers] = [offers('buy'), offers('sell')]
  const [buy, sell] = [depthSteps(buyers, 'buy'), depthSteps(sellers, 'sell')]
  const decimals = decimalsIn([...buy, ...sell], view.fiat)
  const price = (step: Step | undefined) => (step === undefined ? '—' : numbers.price(step.price, decimals))
  const usdt = (step: Step | undefined) => numbers.grouped(Math.round(step?.usdt ?? 0))
  const gap = gapOf(buy[0], sell[0])
  const reached = amount === '' ? null : reachOf(view.side === 'buy' ? buy : sell, Number(amount))
  const facts = { amount: numbers.grouped(Number(amount)), fiat: view.fiat }
  const only = buy.length > 0 ? buy : sell
  const sentence =
    gap === null
      ? t('depth.one_side', { usdt: usdt(only.at(-1)), price: price(only[0]) })
      : t('depth.sentence', {
          buy: usdt(buy.at(-1)),
          buy_at: price(buy[0]),
          sell: usdt(sell.at(-1)),
          sell_at: price(sell[0]),
          gap: numbers.percent(gap),
        })

  return (
    <section class="depth-section">
      <h2>{t('depth.title')}</h2>
      {answers.buy === null && answers.sell === null ? (
        <Skeleton width="100%" height="14rem" />
      ) : only.length === 0 ? (
        <p class="quiet">{t('depth.none')}</p>
      ) : (
        <>
          <p class="quiet small">
            {t('depth.about', {
              buy: t('count.ads', { n: buyers.length }),
              sell: t('count.ads', { n: sellers.length }),
            })}
          </p>
          {isTable ? (
            <DepthTable buy={buy} sell={sell} fiat={view.fiat} decimals={decimals} />
          ) : (
            <>
              <DepthChart
                buy={buy}
                sell={sell}
                pin={reached && { step: reached, label: t('depth.yours', facts) }}
                words={{ buy: price(buy[0]), sell: price(sell[0]), gap: gap === null ? '' : numbers.percent(gap) }}
                sentence={sentence}
                writeUsdt={(amount) => t('depth.scale', { usdt: numbers.grouped(amount) })}
              />
              <p class={`ends quiet small depth-legend ${isCrossing(buy, sell) ? 'crossed' : ''}`} aria-hidden="true">
                <span class="sell-word">{t('depth.sell', { usdt: usdt(sell.at(-1)) })}</span>
                <span class="buy-word">{t('depth.buy', { usdt: usdt(buy.at(-1)) })}</span>
              </p>
            </>
          )}
          {amount !== '' && reached === null && <p class="small">{t('depth.beyond', facts)}</p>}
          <button type="button" class="link small not-printed" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'chart.chart' : 'chart.table')}
          </button>
        </>
      )}
    </section>
  )
}

type DepthTableProps = {
  readonly buy: readonly Step[]
  readonly sell: readonly Step[]
  readonly fiat: string
  readonly decimals: number
}

function DepthTable({ buy, sell, fiat, decimals }: DepthTableProps) {
  const { numbers, t } = useServices()
  const rows = [...sell.map((step) => ({ side: 'sell', ...step })), ...buy.map((step) => ({ side: 'buy', ...step }))]
  const sum = (side: string) => (row: (typeof rows)[number]) => (row.side === side ? numbers.usdt(row.usdt).main : '')
  return (
    <RecordTable
      caption={t('depth.title')}
      rows={rows.toSorted((a, b) => a.price - b.price)}
      keyOf={({ side, price }) => `${side} ${price}`}
      columns={[
        { heading: t('depth.price', { fiat }), cell: ({ price }) => numbers.price(price, decimals), onPhone: 'title' },
        { heading: t('depth.sell_sum'), cell: sum('sell'), isNumber: true },
        { heading: t('depth.buy_sum'), cell: sum('buy'), isNumber: true },
      ]}
    />
  )
}

const gapOf = (buy: Step | undefined, sell: Step | undefined): number | null =>
  buy === undefined || sell === undefined ? null : (buy.price / sell.price - 1) * 100
