import type { Arbitrage, WireOpportunity } from '@p2p-rates/contract'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { ConfidenceReasons } from '../../parts/confidence-reasons.js'
import { useServices } from '../../services-context.js'
import { ArbitrageRoutesTable, doubtedLegs } from './arbitrage-routes-table.js'
import { signedAmount } from './trip-profit.js'

type Answered = { readonly answer: Arbitrage }

/** Best trip, then the best one across exchanges if it is a different one. If no trip pays, a notice. */
export function BestTrip({ answer }: Answered) {
  const { numbers, t, tRich } = useServices()
  const { opportunities, fiat } = answer
  const best = bestOf(answer)
  const [across] = opportunities
  const decimals = decimalsOf(best === undefined ? [] : [best.buy_price, best.sell_price], fiat)
  if (best === undefined || best.net_profit <= 0)
    return (
      <div class="column best-trip">
        <h2>{t('arb.nothing', { fiat })}</h2>
        <p class="quiet">
          {best === undefined
            ? t('arb.nothing.none')
            : t('arb.nothing.best', {
                percent: numbers.percent(Math.abs(best.net_profit_pct)),
                buy: exchangeName(best.buy_exchange),
                buy_price: numbers.price(best.buy_price, decimals),
                sell: exchangeName(best.sell_exchange),
                sell_price: numbers.price(best.sell_price, decimals),
              })}
        </p>
        <Button kind="small" word={t('arb.tell')} href="/dev/webhooks/new" />
      </div>
    )
  return (
    <>
      <p class="best-trip">
        {tRich(isOnOne(best) ? 'arb.best.one' : 'arb.best', {
          buy: <b>{exchangeName(best.buy_exchange)}</b>,
          sell: <b>{exchangeName(best.sell_exchange)}</b>,
          money: <b class="figure nowrap">{signedAmount(numbers, best.net_profit)}</b>,
          fiat: <span class="sum-unit">{fiat}</span>,
          percent: numbers.change(best.net_profit_pct),
        })}
      </p>
      {doubtedLegs(best).map(({ side, exchange, level, reasons }) => (
        <div key={side}>
          {t(`arb.doubt.${side}`, { exchange: exchangeName(exchange) })}{' '}
          <ConfidenceReasons level={level} reasons={reasons} />
        </div>
      ))}
      {isOnOne(best) && across !== undefined && (
        <p>
          {tRich('arb.best.across', {
            buy: <b>{exchangeName(across.buy_exchange)}</b>,
            sell: <b>{exchangeName(across.sell_exchange)}</b>,
            money: <b class="nowrap">{signedAmount(numbers, across.net_profit)}</b>,
            fiat,
            percent: numbers.change(across.net_profit_pct),
          })}
        </p>
      )}
    </>
  )
}

const isOnOne = (trip: WireOpportunity): boolean => trip.buy_exchange === trip.sell_exchange

export const bestOf = ({ opportunities, same_exchange: same = [] }: Arbitrage): WireOpportunity | undefined =>
  [...opportunities, ...same].toSorted((a, b) => b.net_profit - a.net_profit)[0]

export function AllRoutes({ answer }: Answered) {
  const { t } = useServices()
  const { opportunities: trips, same_exchange: same = [], transfer_fee_usdt: feeUsdt, fiat } = answer
  return (
    <>
      {trips.length > 0 && (
        <section>
          <div class="ends routes-head">
            <h2>{t('arb.routes', { n: trips.length })}</h2>
            <ul class="legend quiet small">
              {(['gross', 'fee', 'net'] as const).map((kind) => (
                <li key={kind}>
                  <span class={`sign ${kind}`} /> {t(`arb.legend.${kind}`)}
                </li>
              ))}
            </ul>
          </div>
          <ArbitrageRoutesTable caption={t('arb.title', { fiat })} trips={trips} fiat={fiat} feeUsdt={feeUsdt} />
        </section>
      )}
      {same.length > 0 && (
        <section class="same">
          <h2>{t('arb.same')}</h2>
          <p class="quiet small">{t('arb.same.about')}</p>
          <ArbitrageRoutesTable caption={t('arb.same')} trips={same} fiat={fiat} feeUsdt={0} />
        </section>
      )}
    </>
  )
}
