import type { Stats } from '@p2p-rates/contract'
import { useMemo, useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { hourText, shiftedHours, weekOfHours } from '../../charts/cheap-hours.js'
import { HeatMap, HeatTable } from '../../charts/heat-map.js'
import { hoursAhead, weekdayNames, type Zone } from '../../formats/times.js'
import { Problem } from '../../parts/problem.js'
import { useServices } from '../../services.js'

/** Which hours of the week are usually cheaper than their own day. */
export function CheapHours({
  fiat,
  zone,
  stats,
}: {
  readonly fiat: string
  readonly zone: Zone
  readonly stats: Stats | null
}) {
  const { speech, numbers, ticker } = useServices()
  const { say, lang } = speech
  const [isTable, setTable] = useState(false)
  const asked = useAnswer('GET /candles', { fiat, interval: '1h', hours: 720 })
  const { answer } = asked
  const week = useMemo(() => (answer === null ? null : weekOfHours(answer.candles, zone)), [answer, zone])

  const nowMs = ticker.now()
  const shift = zone === 'kyiv' ? 0 : hoursAhead('local', nowMs) - hoursAhead('kyiv', nowMs)
  const ringed = shiftedHours(stats?.cheapest_hours_kyiv.map(({ hour }) => hour) ?? [], shift)
  const isEmpty = week?.flat().every((delta) => delta === null) ?? false

  return (
    <section class="cheap-hours">
      <div class="controls">
        <h2>{say('heat.title')}</h2>
        <button type="button" class="button quiet small not-printed" onClick={() => setTable(!isTable)}>
          {say(isTable ? 'chart.chart' : 'chart.table')}
        </button>
      </div>
      {asked.error !== null && answer === null ? (
        <Problem error={asked.error} again={asked.again} title={say('chart.failed')} facts={{ fiat }} />
      ) : week === null ? (
        <div class="heat-place" />
      ) : isEmpty ? (
        <p class="heat-place quiet">{say('heat.empty')}</p>
      ) : isTable ? (
        <HeatTable week={week} caption={say('heat.title')} heading={say('heat.hour')} />
      ) : (
        <>
          <HeatMap week={week} ringed={ringed} sentence={sentenceOf()} />
          <p class="heat-legend">
            <span>
              <i /> {say('heat.dearer')}
            </span>
            {[0.05, 0.1, 0.15, 0.2].map((pct, at) => (
              <span key={pct}>
                <i class={`heat-${at + 1}`} />{' '}
                {at === 0 ? say('heat.cheaper', { pct: numbers.percent(pct) }) : numbers.percent(pct)}
              </span>
            ))}
            {week.flat().includes(null) && (
              <span>
                <i class="none" /> {say('heat.none')}
              </span>
            )}
            {ringed.length > 0 && <span class="long">{say('heat.ring')}</span>}
          </p>
          <p class="small quiet">{say(`heat.how.${zone}`)}</p>
        </>
      )}
    </section>
  )

  /** The three cheapest cells, in words. */
  function sentenceOf(): string {
    const days = weekdayNames(lang)
    const cells = (week ?? [])
      .flatMap((row, weekday) => row.map((delta, hour) => ({ weekday, hour, delta: delta ?? 0 })))
      .filter(({ delta }) => delta <= -0.0005)
      .toSorted((a, b) => a.delta - b.delta)
      .slice(0, 3)
    const [first] = cells
    if (first === undefined) return say('heat.sentence.flat')
    const hours = cells.map(({ weekday, hour }) => `${days[weekday]} ${hourText(hour)}`)
    return say('heat.sentence', {
      hours: new Intl.ListFormat(lang, { type: 'conjunction' }).format(hours),
      pct: numbers.change(first.delta * 100),
    })
  }
}
