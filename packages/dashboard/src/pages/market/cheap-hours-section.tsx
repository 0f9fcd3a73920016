import type { SeasonalHour, Seasonality, Stats } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { HeatMap, HeatTable } from '../../charts/heat-map.js'
import { deltaOf, type WeekOfHours, weekOf } from '../../charts/hour-of-week-deltas.js'
import { hourText, shiftedHours } from '../../formats/hours-of-day.js'
import { createTimes, hoursAhead, weekdayNames, zoneName } from '../../formats/times-and-zones.js'
import { zoneLabel, zoneNames } from '../../formats/zone-names.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services-context.js'

type CheapHoursProps = {
  readonly fiat: string
  /** The IANA zone of the weekdays and hours. */
  readonly zone: string
  readonly stats: Stats | null
  readonly onZone: (zone: string) => void
}

export function CheapHours({ fiat, zone, stats, onZone }: CheapHoursProps) {
  const { t } = useServices()
  const [isTable, setTable] = useState(false)
  const { answer, isOld, error, refetch } = useQuery('GET /seasonality', { fiat, tz: zone })
  const week = answer === null ? null : weekOf(answer)
  const isEmpty = week?.flat().every((cell) => deltaOf(cell) === null) ?? false
  return (
    <section class="cheap-hours">
      <div class="row controls">
        <h2>{t('heat.title')}</h2>
        <ZonePicker value={zone} onPick={onZone} />
        <button type="button" class="button quiet small not-printed" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'chart.chart' : 'chart.table')}
        </button>
      </div>
      {error !== null ? (
        <ErrorBanner error={error} refetch={refetch} title={t('chart.failed')} facts={{ fiat }} />
      ) : answer === null || week === null ? (
        <div class="heat-place" />
      ) : isEmpty ? (
        <p class="heat-place quiet">{t('heat.empty')}</p>
      ) : (
        <div class={isOld ? 'old' : ''}>
          {isTable ? (
            <HeatTable week={week} caption={t('heat.title')} heading={t('heat.hour')} />
          ) : (
            <Week answer={answer} week={week} stats={stats} />
          )}
          <How answer={answer} week={week} />
        </div>
      )}
    </section>
  )
}

type WeekProps = { readonly answer: Seasonality; readonly week: WeekOfHours; readonly stats: Stats | null }

function Week({ answer, week, stats }: WeekProps) {
  const { numbers, serverClock, t, lang } = useServices()
  const days = weekdayNames(lang)
  const nowMs = serverClock.now()
  const shift = hoursAhead(answer.tz, nowMs) - hoursAhead(zoneName('kyiv'), nowMs)
  const ringed = shiftedHours(stats?.cheapest_hours_kyiv.map(({ hour }) => hour) ?? [], shift)
  const named = (weekday: number, hour: number) => ({ day: days[weekday] ?? '', hour: hourText(hour) })

  function titleOf(weekday: number, cell: SeasonalHour): string {
    const delta = deltaOf(cell)
    const count = t('heat.count', { n: cell.count })
    return delta === null
      ? t('heat.cell.few', { ...named(weekday, cell.hour), count })
      : t('heat.cell', { ...named(weekday, cell.hour), pct: numbers.change(delta), count })
  }

  function sentenceOf(): string {
    const cells = week
      .flatMap((row, weekday) => row.map((cell) => ({ ...named(weekday, cell.hour), delta: deltaOf(cell) ?? 0 })))
      .filter(({ delta }) => delta <= -0.05)
      .toSorted((a, b) => a.delta - b.delta)
      .slice(0, 3)
    const [first] = cells
    if (first === undefined) return t('heat.sentence.flat')
    return t('heat.sentence', {
      hours: new Intl.ListFormat(lang, { type: 'conjunction' }).format(cells.map(({ day, hour }) => `${day} ${hour}`)),
      pct: numbers.change(first.delta),
    })
  }

  return (
    <>
      <HeatMap week={week} ringed={ringed} sentence={sentenceOf()} titleOf={titleOf} />
      <p class="legend signs quiet small heat-legend">
        <span>
          <i /> {t('heat.dearer')}
        </span>
        {[0.05, 0.1, 0.15, 0.2].map((pct, at) => (
          <span key={pct}>
            <i class={`heat-${at + 1}`} />{' '}
            {at === 0 ? t('heat.cheaper', { pct: numbers.percent(pct) }) : numbers.percent(pct)}
          </span>
        ))}
        {week.flat().some((cell) => deltaOf(cell) === null) && (
          <span>
            <i class="none" /> {t('heat.none')}
          </span>
        )}
        {ringed.length > 0 && <span class="long">{t('heat.ring')}</span>}
      </p>
    </>
  )
}

function How({ answer, week }: Pick<WeekProps, 'answer' | 'week'>) {
  const { numbers, t, lang } = useServices()
  const counts = week.flat().flatMap((cell) => (deltaOf(cell) === null ? [] : [cell.count]))
  return (
    <p class="small quiet">
      {t('heat.how', { from: createTimes(lang, 'local').date(Date.parse(answer.from_at)) })}{' '}
      {t('heat.counts', { least: Math.min(...counts), most: Math.max(...counts) })}{' '}
      {answer.noise_pct !== null && t('heat.noise', { pct: numbers.percent(answer.noise_pct) })}
    </p>
  )
}

type ZonePickerProps = { readonly value: string; readonly onPick: (zone: string) => void }

function ZonePicker({ value, onPick }: ZonePickerProps) {
  const { t } = useServices()
  return (
    <Picker
      label={t('heat.zone')}
      value={value}
      options={zoneNames(value).map((name) => ({ value: name, label: zoneLabel(name, t), aliases: [name] }))}
      onPick={onPick}
    >
      {zoneLabel(value, t)}
    </Picker>
  )
}
