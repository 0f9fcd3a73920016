import type { AccountInfo, UsageReport } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { createTimes } from '../../formats/times-and-zones.js'
import { ProportionBar } from '../../parts/proportion-bar.js'
import { useServices } from '../../services-context.js'
import { monthWords } from './usage-chart.js'
import { monthOf, projected, sumOf } from './usage-sums.js'

type QuotaTilesProps = { readonly account: AccountInfo; readonly usage: UsageReport }

export function QuotaTiles({ account, usage }: QuotaTilesProps) {
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
