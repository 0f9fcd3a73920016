import { weekdayNames } from '../formats/times.js'
import { useServices } from '../services.js'
import { heatOf, hourText, stretchesOf, type WeekOfHours } from './cheap-hours.js'
import './heat-map.css'

type HeatMapProps = {
  readonly week: WeekOfHours
  /** Hours around which a ring goes. */
  readonly ringed: readonly number[]
  readonly sentence: string
}

/** Weekdays and hours: the darker, the cheaper. A ring goes around what the server's own test has found. */
export function HeatMap({ week, ringed, sentence }: HeatMapProps) {
  const { lang } = useServices().speech
  const days = weekdayNames(lang)
  return (
    <div class="heat-map" role="img" aria-label={sentence}>
      {week.map((row, weekday) => [
        <span key={`day-${weekday}`} class="day">
          {days[weekday]}
        </span>,
        ...row.map((delta, hour) => (
          <span key={`${weekday}-${hour}`} class={delta === null ? 'cell none' : `cell heat-${heatOf(delta)}`} />
        )),
      ])}
      <span />
      {Array.from({ length: 24 }, (_, hour) => (
        <span key={`hour-${hour}`} class="hour">
          {hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}
        </span>
      ))}
      <div class="rings">
        {stretchesOf(ringed).map(({ from, to }) => (
          <span key={from} class="ring" style={{ gridColumn: `${Math.floor(from) + 2} / ${Math.ceil(to) + 2}` }} />
        ))}
      </div>
    </div>
  )
}

/** The same in numbers. */
export function HeatTable({
  week,
  caption,
  heading,
}: {
  readonly week: WeekOfHours
  readonly caption: string
  readonly heading: string
}) {
  const { speech, numbers } = useServices()
  const days = weekdayNames(speech.lang)
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
                const delta = row[hour] ?? null
                return (
                  <td key={days[weekday]} class="num">
                    {delta === null ? '—' : numbers.change(delta * 100)}
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
