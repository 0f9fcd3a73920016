import type { AccountInfo, RecentError, UsageReport } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { Age } from '../../parts/age.js'
import { Button } from '../../parts/button.js'
import { EmptyState } from '../../parts/empty-state.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { ProportionBar } from '../../parts/proportion-bar.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Tag } from '../../parts/tag.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from './dev-frame.js'
import { isLive, KeyCollection, mostLiveKeys } from './key-collection.js'
import { usageRoute } from './route.js'
import { monthWords, UsageChart } from './usage-chart.js'
import { linesOf, monthOf, projected, sumOf, sumsBy } from './usage-sums.js'
import { UsageTable } from './usage-table.js'

export function Overview() {
  const { serverClock, translator, t } = useServices()
  const [version, setVersion] = useState(0)
  const account = useQuery('GET /account', {})
  const usage = useQuery('GET /usage', { days: 31, include: 'recent_errors' })
  const keys = useQuery('GET /keys', {}, { version })
  useTitle(t('nav.dev'))

  const month = monthOf(serverClock.now())
  const lines = usage.answer === null ? null : linesOf(usage.answer, { month, key: '', endpoint: '' })
  const live = keys.answer?.keys.filter(isLive).length ?? 0
  const counted = new Map(sumsBy(lines ?? [], ({ key_prefix }) => key_prefix).map((one) => [one.name, one.counted]))
  const failed = [account, usage, keys].find(({ error }) => error !== null)

  const isUnused = keys.answer?.keys.length === 0 && account.answer?.used_this_month === 0
  if (isUnused)
    return (
      <DevFrame version={version}>
        <PageHeading>{t('nav.dev')}</PageHeading>
        <EmptyState
          title={t('keys.none')}
          action={<Button kind="main" icon="plus" word={t('keys.create')} href="/dev/keys?new=1" />}
        >
          {t('keys.none.why')}
        </EmptyState>
      </DevFrame>
    )

  return (
    <DevFrame version={version}>
      <div class="stack-wide">
        <div class="row page-head">
          <PageHeading>{t('nav.dev')}</PageHeading>
          {account.answer !== null && (
            <>
              <Tag>{t('dev.plan', { plan: account.answer.plan })}</Tag>
              <span class="quiet small">{t('dev.pace', { n: account.answer.requests_per_minute })}</span>
            </>
          )}
          <Button kind="main at-end" icon="plus" word={t('keys.create')} href="/dev/keys?new=1" />
        </div>
        {failed?.error && <ErrorBanner error={failed.error} refetch={failed.refetch} />}
        {account.answer !== null && usage.answer !== null ? (
          <QuotaTiles account={account.answer} usage={usage.answer} />
        ) : (
          failed === undefined && <Skeleton width="100%" height="7.5rem" />
        )}
      </div>
      <section>
        <div class="row section-head">
          <h2>{t('usage.a_day', { month: monthWords(translator.lang, month) })}</h2>
          <a class="small" href={usageRoute.print({})}>
            {t('usage.more')}
          </a>
        </div>
        {lines === null ? (
          <Skeleton width="100%" height="14rem" />
        ) : lines.length === 0 ? (
          <EmptyState title={t('usage.none')}>{t('usage.none.why')}</EmptyState>
        ) : (
          <UsageChart month={month} lines={lines} />
        )}
      </section>
      <div class="two-thirds">
        <section>
          <h2>{t('usage.by_endpoint')}</h2>
          {lines !== null && lines.length > 0 ? (
            <UsageTable
              caption={t('usage.by_endpoint')}
              heading={t('usage.endpoint')}
              rows={sumsBy(lines, ({ endpoint }) => endpoint)}
              hrefOf={(endpoint) => usageRoute.print({ endpoint })}
            />
          ) : (
            <p class="quiet">{lines === null ? <Skeleton width="100%" height="8rem" /> : '—'}</p>
          )}
        </section>
        <section>
          <h2>{t('wrong.title')}</h2>
          {usage.answer === null ? (
            <Skeleton width="100%" height="8rem" />
          ) : (
            <RecentErrors errors={usage.answer.recent_errors ?? []} />
          )}
        </section>
      </div>
      <section>
        <div class="row section-head">
          <h2>{t('nav.keys')}</h2>
          {keys.answer !== null && <span class="quiet">{t('keys.in_use', { n: live, most: mostLiveKeys })}</span>}
        </div>
        {keys.answer === null ? (
          <Skeleton width="100%" height="8rem" />
        ) : (
          <KeyCollection keys={keys.answer.keys} counted={counted} onChange={() => setVersion(version + 1)} />
        )}
      </section>
    </DevFrame>
  )
}

type QuotaTilesProps = { readonly account: AccountInfo; readonly usage: UsageReport }

function QuotaTiles({ account, usage }: QuotaTilesProps) {
  const { numbers, serverClock, translator, t } = useServices()
  const nowMs = serverClock.now()
  const { used_this_month: used, monthly_quota: quota } = account
  const end = projected(used, nowMs)
  const today = sumOf(usage.days.filter(({ day }) => day === new Date(nowMs).toISOString().slice(0, 10)))
  const lastRefused = usage.recent_errors?.find(({ code }) => code === 'rate_limited')?.last_at
  const shareOf = (part: number, whole: number) => numbers.percent(whole === 0 ? 0 : (part / whole) * 100)
  const month = monthWords(translator.lang, monthOf(nowMs))
  return (
    <>
      <dl class="tiles">
        <Tile name={t('quota.used', { month })} figure={numbers.grouped(used)}>
          {t('quota.of', { quota: numbers.grouped(quota), share: shareOf(used, quota) })}
        </Tile>
        <Tile name={t('quota.pace')} figure={end === null ? '—' : t('quota.about', { n: end })}>
          {end === null
            ? t('quota.early')
            : t(end > quota ? 'quota.too_much' : 'quota.share', { share: shareOf(end, quota) })}
        </Tile>
        <Tile name={t('quota.refused')} figure={numbers.grouped(today.limited)}>
          {lastRefused === undefined
            ? t('quota.not_counted')
            : t('quota.last', { time: createTimes(translator.lang, 'local').clock(Date.parse(lastRefused)) })}
        </Tile>
        <Tile name={t('quota.errors')} figure={shareOf(today.errors, today.requests)}>
          {t('quota.errors_of', { errors: today.errors, requests: today.requests })}
        </Tile>
      </dl>
      <ProportionBar
        size="large"
        parts={[quota === 0 ? 0 : used / quota, end === null || quota === 0 ? 0 : (end - used) / quota]}
      />
      <p class="faint small">{t('quota.rules')}</p>
    </>
  )
}

type TileProps = { readonly name: string; readonly figure: string; readonly children: ComponentChildren }

const Tile = ({ name, figure, children }: TileProps) => (
  <div>
    <dt class="quiet small">{name}</dt>
    <dd class="figure nowrap">{figure}</dd>
    <dd class="quiet small">{children}</dd>
  </div>
)

export function RecentErrors({ errors }: { readonly errors: readonly RecentError[] }) {
  const { numbers, translator, t, findText } = useServices()
  if (errors.length === 0) return <p class="quiet">{t('wrong.none')}</p>
  return (
    <ul class="stack-wide wrongs">
      {errors.map(({ code, endpoint, param, suggestion, count, last_at }) => (
        <li key={`${code} ${endpoint} ${param} ${suggestion}`}>
          <p>
            <b>
              <code>{code}</code>
            </b>{' '}
            {numbers.grouped(count)}
            <span class="quiet small at-end">
              <Age atMs={Date.parse(last_at)} /> · <code>{endpoint}</code>
            </span>
          </p>
          <p class="quiet small">
            {param !== null && translator.tRich('wrong.param', { param: <code>{param}</code> })}{' '}
            {suggestion !== null
              ? translator.tRich('cure.suggestion', { suggestion: <code>{suggestion}</code> })
              : code === 'invalid_parameter' && param === null
                ? t('cure.unknown_parameter')
                : (findText(`cure.${code}`) ?? t('cure.other'))}
          </p>
        </li>
      ))}
    </ul>
  )
}
