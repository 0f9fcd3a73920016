import type { Stats } from '@p2p-rates/contract'
import { shownVerdict } from '@p2p-rates/contract/words'
import type { ApiError } from '../../api/api-error.js'
import { hourText, shiftedHours } from '../../formats/hours-of-day.js'
import { hoursAhead, type Zone, zoneName } from '../../formats/times-and-zones.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'

const steps: readonly string[] = ['very_low', 'low', 'normal', 'high', 'very_high']

type VerdictNowProps = {
  readonly stats: Stats | null
  readonly error: ApiError | null
  readonly refetch: () => void
  readonly zone: Zone
  readonly decimals: number
}

export function PriceVerdict({ stats, error, refetch, zone, decimals }: VerdictNowProps) {
  const { translator, t } = useServices()
  return (
    <section class="verdict">
      <h2>{t('verdict.for')}</h2>
      {stats === null ? (
        error !== null && error.code !== 'data_unavailable' ? (
          <ErrorBanner error={error} refetch={refetch} />
        ) : error !== null ? (
          <>
            <p class="figure word">{translator.translateCode('verdict', 'unknown')}</p>
            <Scale verdict="unknown" />
          </>
        ) : (
          <Skeleton width="50%" height="2.25rem" />
        )
      ) : (
        <>
          <p class="figure word">{translator.translateCode('verdict', shownVerdict(stats))}</p>
          <Scale verdict={shownVerdict(stats)} />
          <Figures stats={stats} zone={zone} decimals={decimals} />
        </>
      )}
    </section>
  )
}

function Scale({ verdict }: { readonly verdict: string }) {
  const { t } = useServices()
  const at = steps.indexOf(verdict)
  return (
    <div class="scale" role="img" aria-label={t('verdict.scale', { at: at < 0 ? '—' : at + 1 })}>
      {steps.map((step, place) => (
        <span key={step} class={place === at ? 'here' : undefined} />
      ))}
    </div>
  )
}

type FiguresProps = Pick<VerdictNowProps, 'zone' | 'decimals'> & { readonly stats: Stats }

/** "0.37 % above its 24-hour average of 41.15. Reliably cheaper, Kyiv time: 05:00 and 06:00." */
function Figures({ stats, zone, decimals }: FiguresProps) {
  const { numbers, serverClock, t, lang } = useServices()
  const { verdict, delta_vs_24h_pct: delta, avg_24h: average, cheapest_hours_kyiv: cheapest } = stats
  const price = numbers.rounded(average, decimals)
  const pct = numbers.percent(Math.abs(delta))
  const compared =
    delta === 0 ? t('verdict.equal', { price }) : t(delta > 0 ? 'verdict.above' : 'verdict.below', { pct, price })

  const nowMs = serverClock.now()
  const shift = hoursAhead(zoneName(zone), nowMs) - hoursAhead(zoneName('kyiv'), nowMs)
  const hours = shiftedHours(
    cheapest.map(({ hour }) => hour),
    shift,
  ).map(hourText)
  const list = new Intl.ListFormat(lang, { type: 'conjunction' }).format(hours)
  return (
    <p class="small quiet">
      {verdict === 'unknown' && `${t('verdict.waiting')} `}
      {compared} {hours.length === 0 ? t('verdict.no_hours') : t(`verdict.hours.${zone}`, { hours: list })}
    </p>
  )
}
