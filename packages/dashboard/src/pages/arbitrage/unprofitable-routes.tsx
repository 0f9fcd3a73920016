import type { WireOpportunity } from '@p2p-rates/contract'
import { useServices } from '../../services-context.js'
import { RouteName } from './arbitrage-routes-table.js'
import { maxTripAmount, tripProfit } from './trip-profit.js'

type WhyProps = { readonly trips: readonly WireOpportunity[]; readonly fiat: string; readonly feeUsdt: number }

export function UnprofitableRoutes({ trips, fiat, feeUsdt }: WhyProps) {
  const { numbers, t } = useServices()
  const dying = trips.filter(({ net_profit }) => net_profit < 0).slice(0, 3)
  if (dying.length === 0) return null
  return (
    <section class="why-die">
      <h2>{t('arb.why')}</h2>
      {dying.map((trip) => {
        const { gross, fee, breakEvenAmount } = tripProfit(trip, feeUsdt)
        const from = breakEvenAmount === null ? null : numbers.grouped(Number(breakEvenAmount.toPrecision(2)))
        return (
          <p key={`${trip.buy_exchange} ${trip.sell_exchange}`}>
            <RouteName trip={trip} /> {numbers.change(trip.gross_spread_pct)}
            <span class="under quiet small">
              {t('arb.why.fee', {
                fee_usdt: feeUsdt,
                fee: numbers.difference(fee),
                gross: numbers.difference(gross),
                fiat,
              })}{' '}
              {from !== null &&
                breakEvenAmount !== null &&
                t(breakEvenAmount > maxTripAmount(trip) ? 'arb.why.beyond' : 'arb.why.from', { amount: from, fiat })}
            </span>
          </p>
        )
      })}
    </section>
  )
}
