import { useEffect, useRef, useState } from 'preact/hooks'
import UPlot from 'uplot'
import { hoursAhead, type Times, type Zone, zoneName } from '../formats/times-and-zones.js'
import { spanWords } from '../parts/age.js'
import { useServices } from '../services-context.js'
import { fewOf, priceRange, priceTicks, timeTicks } from './axis-ticks.js'
import { nearestPriced, nextPriced, type PriceTimeSeries } from './price-time-series.js'
import './price-chart.css'

export type PriceLine = {
  readonly side: 'buy' | 'sell'
  /** Full name of the prices, such as "You buy at". */
  readonly name: string
  /** The word at the end of the line. */
  readonly short: string
  readonly isFaint?: boolean
}

type TimeRange = { readonly fromMs: number; readonly toMs: number }

type PriceChartProps = {
  readonly grid: PriceTimeSeries
  readonly lines: readonly PriceLine[]
  readonly shaded?: readonly TimeRange[]
  readonly times: Times
  readonly zone: Zone
  /** Hours between the lines of the time axis; 24 and more are days. */
  readonly hours: number
  readonly price: (value: number) => string
  /** The least difference that `price` shows. */
  readonly finestStep: number
  readonly sentence: string
}

const height = () => (matchMedia('(max-width: 640px)').matches ? 210 : 300)
const padding: [number, number, number, number] = [8, 64, 0, 0]

export function PriceChart(props: PriceChartProps) {
  const { grid, lines, shaded, times, price, sentence } = props
  const { translator, liveRegion } = useServices()
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const newest = useRef(props)
  newest.current = props
  const [drawn, setDrawn] = useState(0)
  const [at, setAt] = useState<number | null>(null)
  const [spoken, setSpoken] = useState(0)

  useEffect(() => {
    const box = place.current
    if (box === null) return
    const chart = new UPlot(
      optionsOf(
        newest,
        (ms) => spanWords(translator, ms / 1000),
        (value) => translator.t('chart.no_data', { span: value }),
      ),
      dataOf(grid),
      box,
    )
    plot.current = chart
    chart.setSize({ width: box.clientWidth, height: height() })
    const draw = () => setDrawn((count) => count + 1)
    draw()
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: box.clientWidth, height: height() })
      draw()
    })
    resized.observe(box)
    const themed = new MutationObserver(() => chart.redraw())
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const print = () => chart.redraw()
    addEventListener('beforeprint', print)
    return () => {
      resized.disconnect()
      themed.disconnect()
      removeEventListener('beforeprint', print)
      chart.destroy()
      plot.current = null
    }
    // Lines that are others make another chart; prices that are others do not.
  }, [lines.map(({ name }) => name).join(), translator, props.hours, props.zone])

  useEffect(() => {
    plot.current?.setData(dataOf(grid))
    setDrawn((count) => count + 1)
    setAt((last) => (last === null ? null : nearestPriced(grid, Math.min(last, grid.times.length - 1))))
  }, [grid, shaded])

  function point(event: PointerEvent): void {
    const chart = plot.current
    const box = chart?.over.getBoundingClientRect()
    if (chart == null || box === undefined) return
    setAt(nearestPriced(grid, chart.posToIdx(Math.max(0, Math.min(box.width, event.clientX - box.left)))))
  }

  function onKey(event: KeyboardEvent): void {
    const last = grid.times.length - 1
    const from = at ?? nearestPriced(grid, last)
    if (from === null) return
    const step = event.shiftKey ? 10 : 1
    const moves: Readonly<Record<string, () => readonly [number | null, number]>> = {
      ArrowLeft: () => [at === null ? from : nextPriced(grid, from, -step), spoken],
      ArrowRight: () => [at === null ? from : nextPriced(grid, from, step), spoken],
      Home: () => [nearestPriced(grid, 0), spoken],
      End: () => [nearestPriced(grid, last), spoken],
      ArrowUp: () => [from, (spoken + lines.length - 1) % lines.length],
      ArrowDown: () => [from, (spoken + 1) % lines.length],
      Escape: () => [null, spoken],
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    const [to, line] = move()
    setAt(to)
    setSpoken(line)
    const value = to === null ? null : (grid.series[line]?.[to] ?? null)
    if (to !== null)
      liveRegion.announce(
        `${times.moment(grid.times[to] ?? 0)}. ${lines[line]?.name}: ${value === null ? '—' : price(value)}`,
      )
  }

  return (
    <div
      class="price-chart"
      // An image that keys can walk through.
      role="application"
      aria-label={`${sentence} ${translator.t('chart.how')}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read by keys
      tabIndex={0}
      onKeyDown={onKey}
      onBlur={() => setAt(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(null)}
    >
      <div ref={place} aria-hidden="true" />
      <Overlay key="overlay" chart={plot.current} at={at} drawn={drawn} {...props} />
    </div>
  )
}

type OverlayProps = PriceChartProps & {
  readonly chart: UPlot | null
  readonly at: number | null
  /** Another number after each drawing, because places depend on it. */
  readonly drawn: number
}

function Overlay({ chart, grid, lines, times, price, at }: OverlayProps) {
  if (chart === null) return null
  const { offsetLeft, offsetTop, clientWidth, clientHeight } = chart.over
  const x = (slot: number) => offsetLeft + chart.valToPos((grid.times[slot] ?? 0) / 1000, 'x')
  const y = (value: number) => offsetTop + chart.valToPos(value, 'y')
  const ends = endsOf(grid, lines, y)
  const left = at === null ? 0 : x(at)
  return (
    <>
      {ends.map(({ line, value, slot }) => (
        <span
          key={line.name}
          class={`dot full ${line.side}`}
          style={{ left: `${x(slot)}px`, top: `${y(value)}px` }}
          aria-hidden="true"
        />
      ))}
      {ends.map(({ line, value, top }) => (
        <p
          key={line.name}
          class={`end ${line.side}`}
          style={{ top: `${top}px`, left: `${offsetLeft + clientWidth + 10}px` }}
          aria-hidden="true"
        >
          <b>{price(value)}</b>
          <span>{line.short}</span>
        </p>
      ))}
      {at !== null && (
        <div class="reading" aria-hidden="true">
          <span class="hair" style={{ left: `${left}px`, top: `${offsetTop}px`, height: `${clientHeight}px` }} />
          {lines.map((line, series) => {
            const value = grid.series[series]?.[at] ?? null
            return (
              value !== null &&
              line.isFaint !== true && (
                <span key={line.name} class={`dot ${line.side}`} style={{ left: `${left}px`, top: `${y(value)}px` }} />
              )
            )
          })}
          <div
            class={`tip ${left > offsetLeft + clientWidth / 2 ? 'before' : ''}`}
            style={{ left: `${left}px`, top: `${offsetTop}px` }}
          >
            <p>{times.moment(grid.times[at] ?? 0)}</p>
            <dl>
              {lines.map((line, series) => {
                const value = grid.series[series]?.[at] ?? null
                return (
                  <div key={line.name}>
                    <dt>{line.name}</dt>
                    <dd>{value === null ? '—' : price(value)}</dd>
                  </div>
                )
              })}
            </dl>
          </div>
        </div>
      )}
    </>
  )
}

const betweenEnds = 34

function endsOf(grid: PriceTimeSeries, lines: readonly PriceLine[], y: (value: number) => number) {
  const ends = lines.flatMap((line, series) => {
    const slot = line.isFaint === true ? -1 : (grid.series[series]?.findLastIndex((one) => one !== null) ?? -1)
    const value = grid.series[series]?.[slot] ?? null
    return value === null ? [] : [{ line, value, slot, top: y(value) }]
  })
  const sorted = ends.toSorted((a, b) => a.top - b.top)
  const [above, below] = sorted
  if (above === undefined || below === undefined || below.top - above.top >= betweenEnds) return sorted
  const push = (betweenEnds - (below.top - above.top)) / 2
  return [
    { ...above, top: above.top - push },
    { ...below, top: below.top + push },
  ]
}

const dataOf = ({ times, series }: PriceTimeSeries): UPlot.AlignedData => [
  times.map((atMs) => atMs / 1000),
  ...series.map((list) => [...list]),
]

type Newest = { readonly current: PriceChartProps }

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

function optionsOf(newest: Newest, span: (ms: number) => string, noData: (span: string) => string): UPlot.Options {
  const font = () => `12px ${getComputedStyle(document.body).fontFamily}`
  const isSmall = matchMedia('(max-width: 640px)').matches
  return {
    width: 600,
    height: height(),
    padding,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false },
      y: { range: () => [...priceRange(newest.current.grid.series.flat())] as [number, number] },
    },
    series: [
      {},
      ...newest.current.lines.map(
        (line): UPlot.Series => ({
          stroke: () => colour(line.isFaint === true ? 'text-3' : line.side),
          width: line.isFaint === true ? 1 : 2,
          spanGaps: false,
          points: { show: false, filter: (chart, series) => lonePoints(chart.data[series] ?? []), size: 5 },
        }),
      ),
    ],
    axes: [
      {
        stroke: () => colour('text-2'),
        font: font(),
        size: 28,
        gap: 6,
        grid: { show: false },
        ticks: { show: false },
        splits: (chart, _, min, max) => {
          const { zone, hours } = newest.current
          const ahead = (atMs: number) => hoursAhead(zoneName(zone), atMs)
          const most = chart.bbox.width / devicePixelRatio / widestTime
          return fewOf(timeTicks(min * 1000, max * 1000, hours, ahead), most).map((atMs) => atMs / 1000)
        },
        values: (_, splits) => splits.map((seconds) => timeText(newest.current, seconds * 1000)),
      },
      {
        stroke: () => colour('text-2'),
        font: font(),
        size: (_, values) => 12 + Math.max(0, ...(values ?? []).map((text) => text.length)) * 7,
        gap: 8,
        grid: { stroke: () => colour('line'), width: 1 },
        ticks: { show: false },
        splits: (_, __, min, max) => [...priceTicks(min, max, isSmall ? 3 : 5, newest.current.finestStep).at],
        values: (_, splits) => splits.map((value) => newest.current.price(value)),
      },
    ],
    hooks: {
      drawClear: [(chart) => shade(chart, newest.current.shaded)],
      drawAxes: [(chart) => hatchGaps(chart, newest.current.grid, span, noData)],
    },
  }
}

/** Width in pixels of a date such as `28 лист.` with its margin. */
const widestTime = 64

function timeText({ times, hours }: PriceChartProps, atMs: number): string {
  const clock = times.clock(atMs)
  return hours >= 24 || clock === '00:00' ? times.day(atMs) : clock
}

/** Points without neighbours, of which a line would show nothing. */
const lonePoints = (values: UPlot.AlignedData[number]): number[] =>
  [...values.keys()].filter((at) => values[at] != null && values[at - 1] == null && values[at + 1] == null)

function shade(chart: UPlot, shaded: readonly TimeRange[] = []): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.fillStyle = colour('buy-tint')
  for (const { fromMs, toMs } of shaded) {
    const left = Math.max(bbox.left, chart.valToPos(fromMs / 1000, 'x', true))
    const right = Math.min(bbox.left + bbox.width, chart.valToPos(toMs / 1000, 'x', true))
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  ctx.restore()
}

const hatchEvery = 7

function hatchGaps(
  chart: UPlot,
  { gaps }: PriceTimeSeries,
  span: (ms: number) => string,
  noData: (span: string) => string,
): void {
  const { ctx, bbox } = chart
  const scale = devicePixelRatio
  for (const { fromMs, toMs } of gaps) {
    const left = Math.max(bbox.left, chart.valToPos(fromMs / 1000, 'x', true))
    const right = Math.min(bbox.left + bbox.width, chart.valToPos(toMs / 1000, 'x', true))
    const width = right - left
    if (width <= 0) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, width, bbox.height)
    ctx.clip()
    ctx.strokeStyle = colour('line')
    ctx.lineWidth = scale
    ctx.beginPath()
    for (let x = left - bbox.height; x < right; x += hatchEvery * scale) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
    nameGap(chart, left + width / 2, noData(span(toMs - fromMs)))
  }
}

function nameGap({ ctx, bbox }: UPlot, middle: number, text: string): void {
  ctx.save()
  ctx.font = `${12 * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`
  const half = ctx.measureText(text).width / 2 + 4 * devicePixelRatio
  const x = Math.max(bbox.left + half, Math.min(bbox.left + bbox.width - half, middle))
  ctx.fillStyle = colour('page')
  ctx.fillRect(x - half, bbox.top + bbox.height - 20 * devicePixelRatio, 2 * half, 16 * devicePixelRatio)
  ctx.fillStyle = colour('text-2')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, bbox.top + bbox.height - 12 * devicePixelRatio)
  ctx.restore()
}
