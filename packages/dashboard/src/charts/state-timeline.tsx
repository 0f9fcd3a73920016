import type { StripPart } from '@p2p-rates/contract'
import './strip.css'

type StripProps = {
  /** The oldest first. */
  readonly parts: readonly StripPart[]
  /** Text alternative for screen readers; a table holds the same data. */
  readonly sentence: string
  readonly titleOf: (part: StripPart, fromSlot: number) => string
  /** Slots before which a new day begins, or what else is worth a line. */
  readonly marks?: readonly number[]
}

const barWidth = 4
const pitch = 5
const height = 20

/** States over time as bars. Height and fill show the state; colour only helps. */
export function StateTimeline({ parts, sentence, titleOf, marks = [] }: StripProps) {
  let slot = 0
  const placed = parts.map((part) => {
    const from = slot
    slot += part.slots
    return { part, from }
  })
  return (
    <svg
      class="strip"
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${slot * pitch} ${height}`}
      preserveAspectRatio="none"
    >
      <path class="ground" d={`M0 ${height - 0.5}h${slot * pitch}`} />
      {marks.map((mark) => (
        <path key={mark} class="mark" d={`M${mark * pitch} -5v4`} />
      ))}
      {placed.map(({ part, from }) => (
        <g key={from} class={classOf(part.state)}>
          <title>{titleOf(part, from)}</title>
          <rect class="reach" x={from * pitch} width={part.slots * pitch} height={height} />
          <path d={drawing(part, from)} />
        </g>
      ))}
    </svg>
  )
}

export const StateTimelineSign = ({ state }: { readonly state: string }) => (
  <svg class="strip sign" viewBox={`0 0 ${pitch} ${height}`} preserveAspectRatio="none" aria-hidden="true">
    <g class={classOf(state)}>
      <path d={drawing({ state, slots: 1 }, 0)} />
    </g>
  </svg>
)

function drawing({ state, slots }: StripPart, from: number): string {
  const [left, right] = [from * pitch + 0.5, (from + slots) * pitch - 0.5]
  // Hollow bars side by side would look filled where they are narrow.
  if (state === 'held_out') return box(left, 0.5, height - 0.5, right - left)
  const bar = bars.get(state ?? '')
  if (bar === undefined) return ''
  return Array.from({ length: slots }, (_, at) => bar(left + at * pitch)).join('')
}

const box = (x: number, top: number, bottom: number, width = barWidth): string =>
  `M${x} ${top}h${width}V${bottom}h-${width}z`

const bars: ReadonlyMap<string, (x: number) => string> = new Map([
  ['live', (x: number) => box(x, 0, height)],
  ['partly', (x: number) => box(x, height / 2, height)],
  ['stale', (x: number) => [6, 12, 18].map((y) => `M${x} ${y}l${barWidth}-5`).join('')],
  ['frozen', (x: number) => box(x, 3, 8) + box(x, 12, 17)],
  ['blocked', (x: number) => box(x, height - 3, height)],
  ['empty', (x: number) => box(x + 1, height - 2, height, 2)],
])

/** States unknown to this version have no drawing; the text names them. */
const classOf = (state: string | null): string =>
  state === 'held_out' || (state !== null && bars.has(state)) ? state : 'none'
