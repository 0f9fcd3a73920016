import { useEffect, useRef, useState } from 'preact/hooks'
import { priceTicks } from './axis-ticks.js'
import './threshold-chart.css'

export type ChartPoint = { readonly atMs: number; readonly value: number | null }

type ThresholdChartProps = {
  readonly points: readonly ChartPoint[]
  readonly fromMs: number
  readonly toMs: number
  readonly threshold: number | null
  readonly rings: readonly number[]
  readonly side: 'buy' | 'sell'
  readonly sentence: string
  readonly writeValue: (value: number) => string
  readonly writeTime: (atMs: number) => string
  readonly nameGap: (seconds: number) => string
}

const slotMs = 300_000
const hourMs = 3_600_000
const inset = { left: 48, right: 56, top: 12, bottom: 24 }

export function ThresholdChart(props: ThresholdChartProps) {
  const { points, fromMs, toMs, threshold, rings, side, sentence, writeValue, writeTime, nameGap } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 540)
  const isNarrow = width < 400
  const height = isNarrow ? 170 : 190
  const right = width - inset.right
  const bottom = height - inset.bottom

  const known = points.flatMap(({ atMs, value }) => (value === null ? [] : [{ atMs, value }]))
  const range = rangeOf(
    known.map(({ value }) => value),
    threshold,
  )
  const x = (atMs: number) => inset.left + ((atMs - fromMs) / (toMs - fromMs)) * (right - inset.left)
  const y = (value: number) => bottom - ((value - range.low) / (range.high - range.low)) * (bottom - inset.top)
  const last = known.at(-1)
  const thresholdY = threshold === null ? null : y(threshold)
  const lastY = last === undefined ? null : apart(y(last.value), thresholdY)

  return (
    <div class="threshold-chart" ref={box}>
      <svg role="img" aria-label={sentence} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <pattern id="gap-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0v6" />
          </pattern>
        </defs>
        {range.ticks.map((tick) => (
          <g key={tick}>
            <path class="grid" d={`M${inset.left} ${y(tick)}H${right}`} />
            <text class="end" x={inset.left - 8} y={y(tick) + 4}>
              {writeValue(tick)}
            </text>
          </g>
        ))}
        {hoursBetween(fromMs, toMs, isNarrow ? 12 : 6).map((atMs) => (
          <text key={atMs} class="middle" x={x(atMs)} y={height - 4}>
            {writeTime(atMs)}
          </text>
        ))}
        {gapsOf(known, toMs).map(({ fromMs: start, toMs: end }) => (
          <rect
            key={start}
            class="gap"
            fill="url(#gap-hatch)"
            x={x(start)}
            y={inset.top}
            width={Math.max(0, x(end) - x(start))}
            height={bottom - inset.top}
          >
            <title>{nameGap((end - start) / 1000)}</title>
          </rect>
        ))}
        {linesOf(points).map((line) =>
          line.length === 1 ? (
            <circle
              key={line[0]?.atMs}
              class={`dot ${side}`}
              cx={x(line[0]?.atMs ?? 0)}
              cy={y(line[0]?.value ?? 0)}
              r={2}
            />
          ) : (
            <polyline
              key={line[0]?.atMs}
              class={`line ${side}`}
              points={line.map(({ atMs, value }) => `${x(atMs).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            />
          ),
        )}
        {threshold !== null && thresholdY !== null && (
          <>
            <path class="threshold" d={`M${inset.left} ${thresholdY}H${right}`} />
            <text x={right + 8} y={thresholdY + 4}>
              {writeValue(threshold)}
            </text>
          </>
        )}
        {known
          .filter(({ atMs }) => rings.includes(atMs))
          .map(({ atMs, value }) => (
            <circle key={atMs} class="ring" cx={x(atMs)} cy={y(value)} r={4.5} />
          ))}
        {last !== undefined && lastY !== null && (
          <>
            {side === 'buy' ? (
              <circle class={`end-mark ${side}`} cx={x(last.atMs)} cy={y(last.value)} r={4} />
            ) : (
              <rect class={`end-mark ${side}`} x={x(last.atMs) - 4} y={y(last.value) - 4} width={8} height={8} />
            )}
            <text class="latest" x={right + 8} y={lastY + 4}>
              {writeValue(last.value)}
            </text>
          </>
        )}
      </svg>
    </div>
  )
}

function useWidth(box: { readonly current: HTMLElement | null }, preset: number): number {
  const [width, setWidth] = useState(preset)
  useEffect(() => {
    const element = box.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.floor(entry?.contentRect.width ?? 0)
      if (found > 0) setWidth(found)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

export function rangeOf(values: readonly number[], threshold: number | null) {
  const all = threshold === null ? values : [...values, threshold]
  const low = Math.min(...all)
  const high = Math.max(...all)
  const room = high > low ? (high - low) * 0.08 : Math.abs(high) * 0.001 || 1
  const [from, to] = [low - room, high + room]
  return { low: from, high: to, ticks: priceTicks(from, to, 5).at }
}

export function linesOf(points: readonly ChartPoint[]): { readonly atMs: number; readonly value: number }[][] {
  const lines: { atMs: number; value: number }[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { atMs, value } of points) {
    if (value === null) continue
    if (atMs - lastMs > slotMs * 1.5) lines.push([])
    lines.at(-1)?.push({ atMs, value })
    lastMs = atMs
  }
  return lines
}

/** Holes of four slots and more, also the one that goes on until now. */
export const gapsOf = (known: readonly { readonly atMs: number }[], toMs: number) =>
  known.flatMap(({ atMs }, at) => {
    const next = known[at + 1]?.atMs ?? toMs
    return next - atMs > 4 * slotMs ? [{ fromMs: atMs, toMs: next }] : []
  })

function hoursBetween(fromMs: number, toMs: number, every: number): readonly number[] {
  const offsetMs = new Date(toMs).getTimezoneOffset() * 60_000
  const step = every * hourMs
  const first = Math.ceil((fromMs - offsetMs) / step) * step + offsetMs
  return Array.from({ length: Math.floor((toMs - first) / step) + 1 }, (_, at) => first + at * step)
}

const apart = (at: number, other: number | null): number =>
  other === null || Math.abs(at - other) >= 16 ? at : other + (at <= other ? -16 : 16)
