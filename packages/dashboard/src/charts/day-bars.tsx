import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './day-bars.css'

export type DayBar = { readonly day: string; readonly isFuture: boolean; readonly parts: readonly number[] }

type DayBarsProps = { readonly label: string; readonly layers: readonly string[]; readonly days: readonly DayBar[] }

const height = 180
const below = 24

export function DayBars({ label, layers, days }: DayBarsProps) {
  const { numbers } = useServices()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const ticks = ticksFor(Math.max(1, ...days.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))))
  const top = ticks.at(-1) ?? 1
  const left = 12 + 7 * Math.max(...ticks.map((tick) => short(tick, numbers.grouped).length))
  const step = Math.max(0, (width - left) / days.length)
  const y = (value: number) => height - (value / top) * (height - 8)
  const every = width < 480 ? 10 : 5

  return (
    <figure class="stack day-bars">
      <ul class="legend signs small" aria-hidden="true">
        {layers.map((layer, at) => (
          <li key={layer}>
            <svg width={12} height={12} role="presentation">
              <rect class={`layer-${at}`} x={0.5} y={0.5} width={11} height={11} />
            </svg>
            {layer}
          </li>
        ))}
      </ul>
      <div ref={box} class="day-bars-box">
        <svg width={width} height={height + below} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line class="grid" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 8} y={y(tick) + 4} text-anchor="end">
                {short(tick, numbers.grouped)}
              </text>
            </g>
          ))}
          {days.map(({ day, isFuture, parts }, at) => {
            const x = left + at * step
            return (
              <g key={day}>
                {isFuture ? (
                  <line class="to-come" x1={x} x2={x + step} y1={height} y2={height} />
                ) : (
                  parts.map((part, layer) => {
                    const lower = parts.slice(0, layer).reduce((sum, one) => sum + one, 0)
                    return (
                      part > 0 && (
                        <rect
                          key={layers[layer]}
                          class={`layer-${layer}`}
                          x={x + 1}
                          y={y(lower + part)}
                          width={Math.max(1, step - 2)}
                          height={Math.max(0.5, y(lower) - y(lower + part))}
                        />
                      )
                    )
                  })
                )}
                {at % every === 0 && (
                  <text x={x + step / 2} y={height + 18} text-anchor="middle">
                    {Number(day.slice(-2))}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </figure>
  )
}

function ticksFor(highest: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 5, 10].map((one) => (one * power) / 2).find((one) => one * 3 >= highest) ?? power
  const whole = Math.max(1, Math.round(step))
  return Array.from({ length: Math.ceil(highest / whole) + 1 }, (_, at) => at * whole)
}

const short = (value: number, grouped: (value: number) => string): string =>
  value >= 10_000 ? `${grouped(value / 1_000)}k` : grouped(value)
