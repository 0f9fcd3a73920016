import type { Source, WireOpportunity } from '@p2p-rates/contract'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'

type PairsProps = {
  readonly trips: readonly WireOpportunity[]
  readonly exchanges: readonly string[]
  readonly sources: readonly Source[]
}

export function ExchangePairMatrix({ trips, exchanges, sources }: PairsProps) {
  const { numbers, translator, t } = useServices()
  const netOf = new Map(trips.map((trip) => [`${trip.buy_exchange} ${trip.sell_exchange}`, trip.net_profit_pct]))
  const failedSources = sources.filter(({ state }) => state !== 'live')
  return (
    <section class="pairs">
      <h2>{t('arb.pairs')}</h2>
      <p class="quiet small">
        {t('arb.pairs.about')}{' '}
        {failedSources
          .map(({ exchange, state }) =>
            t('arb.pairs.trouble', {
              exchange: exchangeName(exchange),
              state: translator.findText(`source.${state}`) ?? cleanUntrustedText(state, 40).replaceAll('_', ' '),
            }),
          )
          .join(' ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls within its box is reached by keys */}
      <section class="wide" tabIndex={0} aria-label={t('arb.pairs')}>
        <table class="small">
          <caption class="heard">{t('arb.pairs')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('arb.pairs.axes')}</th>
              {exchanges.map((id) => (
                <th key={id} scope="col" class="num">
                  {exchangeName(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {exchanges.map((buy) => (
              <tr key={buy}>
                <th scope="row">{exchangeName(buy)}</th>
                {exchanges.map((sell) => {
                  const net = netOf.get(`${buy} ${sell}`)
                  const kind = net === undefined ? 'none' : net < 0 ? 'loses' : 'gains'
                  return (
                    <td key={sell} class={`num ${kind}`}>
                      {buy === sell ? '╱' : net === undefined ? '·' : numbers.change(net).replace(/\s*%$/, '')}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
