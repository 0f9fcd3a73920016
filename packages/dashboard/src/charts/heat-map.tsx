import type { SeasonalHour } from '@p2p-rates/contract'
import { hourText } from '../formats/hours-of-day.js'
import { weekdayNames } from '../formats/times-and-zones.js'
import { useServices } from '../services-context.js'
import { deltaOf, heatOf, hourRanges, type WeekOfHours } from './hour-of-week-deltas.js'
import './heat-map.css'

type HeatMapProps = {
  readonly week: WeekOfHours
  readonly ringed: readonly number[]
  readonly sentence: string
  readonly titleOf: (weekday: number, hour: SeasonalHour) => string
}

/** Weekdays and hours: the darker, the cheaper. A ring goes around what the server's own test has found. */
export function HeatMap({ week, ringed, sentence, titleOf }: HeatMapProps) {
  const { lang } = useServices()
  const days = weekdayNames(lang)
  return (
    <div class="heat-map" role="img" aria-label={sentence}>
      {week.map((row, weekday) => [
        <span key={`day-${weekday}`} class="day">
          {days[weekday]}
        </span>,
        ...row.map((cell) => {
          const delta = deltaOf(cell)
          return (
            <span
              key={`${weekday}-${cell.hour}`}
              class={delta === null ? 'cell none' : `cell heat-${heatOf(delta)}`}
              title={titleOf(weekday, cell)}
            />
          )
        }),
      ])}
      <span />
      {Array.from({ length: 24 }, (_, hour) => (
        <span key={`hour-${hour}`} class="hour">
          {hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}
        </span>
      ))}
      <div class="rings">
        {hourRanges(ringed).map(({ from, to }) => (
          <span key={from} class="ring" style={{ gridColumn: `${Math.floor(from) + 2} / ${Math.ceil(to) + 2}` }} />
        ))}
      </div>
    </div>
  )
}

type HeatTableProps = { readonly week: WeekOfHours; readonly caption: string; readonly heading: string }

export function HeatTable({ week, caption, heading }: HeatTableProps) {
  const { numbers, translator, t } = useServices()
  const days = weekdayNames(translator.lang)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
    <section class="wide-box" aria-label={caption} tabIndex={0}>
      <table class="plain-table">
        <caption class="heard">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {days.map((day) => (
              <th key={day} scope="col" class="num">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 24 }, (_, hour) => (
            <tr key={hour}>
              <th scope="row">{hourText(hour)}</th>
              {week.map((row, weekday) => {
                const cell = row[hour]
                const delta = cell === undefined ? null : deltaOf(cell)
                return (
                  <td key={days[weekday]} class="num">
                    {delta === null ? t('heat.few') : numbers.change(delta)}{' '}
                    <span class="faint">{t('heat.times', { count: cell?.count ?? 0 })}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
