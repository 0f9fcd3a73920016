import type { WireOpportunity } from '@p2p-rates/contract'
import { ArbitrageProfitBar } from '../../charts/arbitrage-profit-bar.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { MethodNames } from '../../parts/method-names.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { useServices } from '../../services-context.js'
import { signedAmount, tripProfit } from './trip-profit.js'

type RoutesProps = {
  readonly caption: string
  readonly trips: readonly WireOpportunity[]
  readonly fiat: string
  readonly feeUsdt: number
}

export function ArbitrageRoutesTable({ caption, trips, fiat, feeUsdt }: RoutesProps) {
  const { numbers, t } = useServices()
  const prices = trips.flatMap(({ buy_price, sell_price }) => [buy_price, sell_price])
  const decimals = decimalsOf(prices, fiat)
  const largest = Math.max(...trips.map((trip) => tripProfit(trip, feeUsdt).gross))
  const leg = (heading: 'buy' | 'sell'): Column<WireOpportunity> => ({
    heading: t(`arb.${heading}_at`),
    onPhone: 'more',
    cell: (trip) => (
      <>
        {numbers.price(trip[`${heading}_price`], decimals)}
        <span class="second under quiet small nowrap">
          {trip[`${heading}_limits`].map((limit) => numbers.grouped(limit)).join(' – ')}
        </span>
        {doubtedLegs(trip)
          .filter(({ side }) => side === heading)
          .map(({ level }) => (
            <span key={level} class="second under quiet small">
              {t(level === 'medium' ? 'arb.doubt.medium' : 'arb.doubt.low')}
            </span>
          ))}
      </>
    ),
  })
  return (
    <RecordTable
      caption={caption}
      rows={trips}
      keyOf={(trip) => `${trip.buy_exchange} ${trip.sell_exchange}`}
      rowClass={({ net_profit }) => (net_profit < 0 ? 'loses' : '')}
      columns={[
        {
          heading: t('arb.route'),
          cell: (trip) => (
            <>
              <RouteName trip={trip} />
              <Network trip={trip} />
              <PaysSince trip={trip} />
            </>
          ),
          onPhone: 'title',
        },
        {
          heading: t('arb.left', { fiat }),
          isNumber: true,
          onPhone: 'line',
          cell: ({ net_profit, net_profit_pct }) => (
            <>
              <b>{signedAmount(numbers, net_profit)}</b>
              <span class="second under quiet small">
                {net_profit < 0
                  ? t('arb.a_loss', { percent: numbers.change(net_profit_pct) })
                  : numbers.change(net_profit_pct)}
              </span>
            </>
          ),
        },
        {
          heading: t('arb.bars'),
          onPhone: 'more',
          cell: (trip) => {
            const sums = tripProfit(trip, feeUsdt)
            const words = {
              gross: numbers.difference(sums.gross),
              fee: numbers.difference(sums.fee),
              net: numbers.difference(sums.net),
            }
            return (
              <>
                <ArbitrageProfitBar sums={sums} largest={largest} />
                <span class="heard">{t('arb.bars.words', words)}</span>
              </>
            )
          },
        },
        leg('buy'),
        leg('sell'),
        { heading: t('arb.methods'), cell: (trip) => <Methods trip={trip} />, onPhone: 'more' },
      ]}
    />
  )
}

export function RouteName({ trip }: { readonly trip: WireOpportunity }) {
  const { t } = useServices()
  if (trip.buy_exchange === trip.sell_exchange) return <b>{exchangeName(trip.buy_exchange)}</b>
  return (
    <b>
      {exchangeName(trip.buy_exchange)} <span aria-hidden="true">→</span>
      <span class="heard">{t('arb.to')}</span> {exchangeName(trip.sell_exchange)}
    </b>
  )
}

/** The prices of a trip that deserve less than high confidence. Older servers send none. */
export const doubtedLegs = ({ confidence, buy_exchange: buyOn, sell_exchange: sellOn }: WireOpportunity) =>
  confidence === undefined
    ? []
    : [
        { side: 'buy' as const, exchange: buyOn, ...confidence.buy },
        { side: 'sell' as const, exchange: sellOn, ...confidence.sell },
      ].filter(({ level }) => level !== 'high')

/** Network that moves the USDT, if the reader asked for the cheapest one. */
function Network({ trip: { transfer } }: { readonly trip: WireOpportunity }) {
  const { numbers, t } = useServices()
  if (transfer === undefined) return null
  const { state, network, fee_usdt: fee, stale } = transfer
  const kind = state === 'open' ? (stale === true ? 'stale' : 'open') : state === 'closed' ? 'closed' : 'unknown'
  return (
    <span class="second under quiet small">
      {t(`arb.network.${kind}`, { network: network ?? '', fee: numbers.grouped(fee) })}
    </span>
  )
}

/** Since when this pair has earned something, with about this amount and the usual fee. Older servers send none. */
function PaysSince({ trip: { since } }: { readonly trip: WireOpportunity }) {
  const { translator, serverClock } = useServices()
  if (typeof since !== 'string') return null
  const times = createTimes(translator.lang, 'local')
  const sinceMs = Date.parse(since)
  const isToday = times.date(sinceMs) === times.date(serverClock.now())
  const time = (
    <time class="nowrap" dateTime={since} title={times.full(sinceMs)}>
      {isToday ? times.clock(sinceMs) : times.day(sinceMs)}
    </time>
  )
  return <span class="second under quiet small">{translator.tRich('arb.pays_since', { time })}</span>
}

function Methods({ trip: { buy_methods: buy, sell_methods: sell } }: { readonly trip: WireOpportunity }) {
  const { translator } = useServices()
  const both = buy.filter((method) => sell.includes(method))
  const names = (methods: readonly string[]) => <MethodNames names={methods} most={2} />
  return (
    <span class="small">
      {both.length > 0
        ? translator.tRich('arb.on_both', { methods: names(both) })
        : translator.tRich('arb.in_and_out', { buy: names(buy), sell: names(sell) })}
    </span>
  )
}
