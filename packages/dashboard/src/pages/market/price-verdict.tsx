import type { Stats } from '@p2p-rates/contract'
import { shownVerdict } from '@p2p-rates/contract/words'
import { useQuery } from '../../api/use-query.js'
import { spansInHours } from '../../charts/hour-of-week-deltas.js'
import { sparklinePath } from '../../charts/sparkline-path.js'
import { hourText, shiftedHours } from '../../formats/hours-of-day.js'
import { hoursAhead, type Zone, zoneName } from '../../formats/times-and-zones.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { historyQuery } from './price-history-data.js'

type PriceVerdictProps = {
  readonly fiat: string
  readonly zone: Zone
  readonly decimals: number
  readonly version: number
  readonly hasHistory: boolean
}

export function PriceVerdict({ fiat, zone, decimals, version, hasHistory }: PriceVerdictProps) {
  const { translator, t } = useServices()
  const { answer, isOld, error, refetch } = useQuery('GET /stats', { fiat }, { version })
  const stats = isOld ? null : answer
  return (
    <section class="card column verdict">
      <h2 class="card-name">{t('verdict.for')}</h2>
      {stats !== null ? (
        <>
          <p class="card-figure word">{translator.translateCode('verdict', shownVerdict(stats))}</p>
          <Figures stats={stats} zone={zone} decimals={decimals} />
          {hasHistory && <Day fiat={fiat} version={version} stats={stats} />}
        </>
      ) : error === null ? (
        <Skeleton width="50%" height="2rem" />
      ) : error.code === 'data_unavailable' ? (
        <p class="card-figure word">{translator.translateCode('verdict', 'unknown')}</p>
      ) : (
        <ErrorBanner error={error} refetch={refetch} />
      )}
    </section>
  )
}

type FiguresProps = Pick<PriceVerdictProps, 'zone' | 'decimals'> & { readonly stats: Stats }

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

const box = { width: 340, height: 56 }
const dayMs = 86_400_000
const brokenAfterMs = 900_000

/** The buying price of a day, with its cheap hours shaded. Screen readers skip it: the chart below has the figures. */
function Day({ fiat, version, stats }: Pick<PriceVerdictProps, 'fiat' | 'version'> & { readonly stats: Stats }) {
  const { serverClock } = useServices()
  const { answer } = useQuery('GET /history', historyQuery(fiat, 'best', '24h'), { version })
  const toMs = serverClock.now()
  const span = { fromMs: toMs - dayMs, toMs }
  const points = answer?.points.map(({ t, buy }) => ({ atMs: Date.parse(t), price: buy })) ?? []
  const cheap = stats.cheapest_hours_kyiv.map(({ hour }) => hour)
  const x = (atMs: number) => ((atMs - span.fromMs) / dayMs) * box.width
  return (
    <svg class="day-line" viewBox={`0 -2 ${box.width} ${box.height + 4}`} preserveAspectRatio="none" aria-hidden="true">
      {spansInHours(cheap, span, (atMs) => hoursAhead(zoneName('kyiv'), atMs)).map(({ fromMs, toMs: endMs }) => (
        <rect key={fromMs} x={x(fromMs)} y={-2} width={x(endMs) - x(fromMs)} height={box.height + 4} />
      ))}
      <path d={sparklinePath(points, { ...span, ...box }, brokenAfterMs)} vector-effect="non-scaling-stroke" />
    </svg>
  )
}
