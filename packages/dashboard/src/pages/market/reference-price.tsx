import type { DaysPremium, Fixing } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age } from '../../parts/age.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { RecordTable } from '../../parts/record-table.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { useServices } from '../../services-context.js'

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
        <DayByDay key={fiat} fiat={fiat} />
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
      <dl class="facts">
        <dt>{t('reference.buy')}</dt>
        <dd>{price(buy)}</dd>
        <dt>{t('reference.sell')}</dt>
        <dd>{price(sell)}</dd>
        <dt>{t('reference.change')}</dt>
        <dd>{change === null ? t('reference.unknown') : numbers.change(change)}</dd>
        <dt>{t('reference.official')}</dt>
        <dd>
          {official === null ? (
            t('reference.official.none')
          ) : (
            <>
              {numbers.derived(official.rate)} {fiat}{' '}
              <span class="quiet small">
                {t('reference.official.of', { source: official.source, day: dayOf(official.day) })}
              </span>
            </>
          )}
        </dd>
        {premium !== null && (
          <>
            <dt>{t('reference.premium')}</dt>
            <dd>{numbers.change(premium)}</dd>
          </>
        )}
        {usdtUsd !== null && (
          <>
            <dt>{t('reference.usdt_usd')}</dt>
            <dd>
              {tRich('reference.usdt_usd.of', {
                rate: numbers.derived(usdtUsd.rate),
                source: cleanUntrustedText(usdtUsd.source, 60),
                ago: <Age atMs={Date.parse(usdtUsd.observed_at)} />,
              })}
              <div class="quiet small">{t('reference.usdt_usd.note')}</div>
            </dd>
          </>
        )}
      </dl>
      <DayByDay key={fiat} fiat={fiat} />
    </section>
  )
}

function DayByDay({ fiat }: { readonly fiat: string }) {
  const { numbers, translator, t } = useServices()
  const [isAsked, setAsked] = useState(false)
  const { answer, error, refetch } = useQuery('GET /index/premium', isAsked ? { fiat } : null)
  const fixings = useQuery('GET /index/fixings', isAsked ? { fiat } : null).answer?.fixings ?? []
  const times = createTimes(translator.lang, 'local')
  if (!isAsked)
    return (
      <button type="button" class="link small not-printed" onClick={() => setAsked(true)}>
        {t('reference.days.show')}
      </button>
    )
  if (error !== null) return <ErrorBanner error={error} refetch={refetch} facts={{ fiat }} />
  if (answer === null) return <Skeleton width="100%" height="10rem" />
  if (answer.days.length === 0) return <p class="quiet">{t('reference.days.none')}</p>
  // A day that was corrected is there again, later.
  const linkOf = (day: string) => fixings.findLast((one) => one.day === day)
  return (
    <>
      <RecordTable<DaysPremium>
        caption={t('reference.days')}
        rows={answer.days.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          {
            heading: t('reference.day'),
            onPhone: 'title',
            cell: ({ day }) => times.date(Date.parse(`${day}T12:00`)),
          },
          {
            heading: t('reference.fixing'),
            isNumber: true,
            cell: ({ index }) => numbers.derived(index),
          },
          {
            heading: t('reference.official'),
            isNumber: true,
            cell: ({ official }) => (official === null ? '—' : numbers.derived(official.rate)),
          },
          {
            heading: t('reference.premium'),
            isNumber: true,
            cell: ({ premium_pct: pct }) => (pct === null ? '—' : numbers.change(pct)),
          },
          {
            heading: t('reference.digest'),
            onPhone: 'wide',
            cell: ({ day }) => <Digest link={linkOf(day)} />,
          },
        ]}
      />
      <p class="quiet small">
        {t('reference.chain')} <code>p2p index days {fiat} --verify</code>{' '}
        <a href="/docs/reference-index">{t('reference.chain.more')}</a>
      </p>
    </>
  )
}

function Digest({ link }: { readonly link: Fixing | undefined }) {
  const { t } = useServices()
  const copy = useCopy()
  if (link === undefined) return <>—</>
  return (
    <button
      type="button"
      class="link small"
      title={t('reference.digest.before', { digest: link.previous_digest ?? '—' })}
      aria-label={t('reference.digest.copy', { day: link.day })}
      onClick={() => void copy(link.digest, true)}
    >
      <code>{link.digest.slice(0, 12)}…</code>
    </button>
  )
}
