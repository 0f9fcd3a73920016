import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Facts } from '../../parts/facts.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { FixingsByDay } from './fixings-by-day.js'

export function ReferencePrice({ fiat, version }: { readonly fiat: string; readonly version: number }) {
  const { numbers, translator, t, tRich } = useServices()
  const { answer, isOld, error, refetch } = useQuery('GET /index', { fiat }, { version })
  const title = <h2>{t('reference.title')}</h2>
  if (answer === null)
    return (
      <section class="column reference">
        {title}
        {error === null ? (
          <Skeleton width="100%" height="14rem" />
        ) : (
          <ErrorBanner error={error} refetch={refetch} facts={{ fiat }} />
        )}
        <FixingsByDay key={fiat} fiat={fiat} />
      </section>
    )

  const { buy, sell, official, premium_pct: premium, change_24h_pct: change, usdt_usd: usdtUsd } = answer
  const decimals = decimalsOf([buy, sell], fiat)
  const price = (one: number) => `${numbers.price(one, decimals)} ${fiat}`
  const dayOf = (day: string) => createTimes(translator.lang, 'local').date(Date.parse(`${day}T12:00`))
  return (
    <section class={`column reference ${isOld || error !== null ? 'old' : ''}`}>
      {title}
      <p class="quiet small">{t('reference.about')}</p>
      <Facts
        facts={[
          [t('reference.buy'), price(buy)],
          [t('reference.sell'), price(sell)],
          [t('reference.change'), change === null ? t('reference.unknown') : numbers.change(change)],
          [
            t('reference.official'),
            official === null ? (
              t('reference.official.none')
            ) : (
              <>
                {numbers.derived(official.rate)} {fiat}{' '}
                <span class="quiet small">
                  {t('reference.official.of', { source: official.source, day: dayOf(official.day) })}
                </span>
              </>
            ),
          ],
          premium !== null && [t('reference.premium'), numbers.change(premium)],
          usdtUsd !== null && [
            t('reference.usdt_usd'),
            <>
              {tRich('reference.usdt_usd.of', {
                rate: numbers.derived(usdtUsd.rate),
                source: cleanUntrustedText(usdtUsd.source, 60),
                ago: <Age atMs={Date.parse(usdtUsd.observed_at)} />,
              })}
              <div class="quiet small">{t('reference.usdt_usd.note')}</div>
            </>,
          ],
        ]}
      />
      <FixingsByDay key={fiat} fiat={fiat} />
    </section>
  )
}
