import type { SourceHistory } from '@p2p-rates/contract'
import type { Times } from '../../formats/times-and-zones.js'
import { useServices } from '../../services-context.js'
import { slotStartMs } from './state-intervals.js'

type Span = '24h' | '30d'
type Grid = Pick<SourceHistory, 'from_at' | 'to_at' | 'slot_seconds'>

const slotsIn = ({ from_at, to_at, slot_seconds }: Grid): number =>
  Math.round((Date.parse(to_at) - Date.parse(from_at)) / (slot_seconds * 1000))

/** Slots before which the axis has a mark: every six hours of the reader's day, or every fifth day. */
export function tickSlots(grid: Grid, span: Span, times: Times): readonly number[] {
  const days: string[] = []
  return Array.from({ length: slotsIn(grid) }, (_, slot) => slot).filter((slot) => {
    if (slot === 0) return false
    const [before, now] = [slot - 1, slot].map((at) => times.place(slotStartMs(grid, at)))
    if (before === undefined || now === undefined) return false
    if (span === '24h') return now.hour !== before.hour && now.hour % 6 === 0
    if (now.date === before.date) return false
    days.push(now.date)
    return days.length % 5 === 0
  })
}

/** The share of the axis that its last word takes. */
const room = 0.12

type TimeAxisProps = {
  readonly history: Grid
  readonly span: Span
  readonly times: Times
  readonly ticks: readonly number[]
}

export function TimeAxis({ history, span, times, ticks }: TimeAxisProps) {
  const { t } = useServices()
  const all = slotsIn(history)
  return (
    <span class="time-axis" aria-hidden="true">
      {ticks
        .filter((slot) => all - slot > all * room)
        .map((slot) => {
          const atMs = slotStartMs(history, slot)
          const isDay = span === '30d' || times.place(atMs).hour === 0
          return (
            <span key={slot} style={{ insetInlineStart: `${(slot / all) * 100}%` }}>
              {isDay ? times.day(atMs) : times.clock(atMs)}
            </span>
          )
        })}
      <span class="end">{t('status.now.axis')}</span>
    </span>
  )
}
