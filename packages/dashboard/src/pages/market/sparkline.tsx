import type { History } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { sparkPath } from '../../charts/spark-path.js'
import { useServices } from '../../services.js'

const width = 68
const height = 18
const dayMs = 86_400_000
const points = 96

type Points = History['points']

/** One exchange's price over a day, small. The table beside it says the same in numbers, so it says nothing. */
export function Sparkline({ fiat, exchange }: { readonly fiat: string; readonly exchange: string }) {
  const { ticker } = useServices()
  const known = usePoints(fiat, exchange)
  if (known === null) return <svg width={width} height={height} aria-hidden="true" />
  const toMs = ticker.now()
  const prices = known.map(({ t, buy }) => ({ atMs: Date.parse(t), price: buy }))
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={sparkPath(prices, { fromMs: toMs - dayMs, toMs, width, height }, (3 * dayMs) / points)} />
    </svg>
  )
}

/** Six questions at once are many for so little: for a while all Market pages share the answers. */
const kept = new Map<string, { readonly atMs: number; readonly points: Points }>()
const keptMs = 5 * 60_000

function usePoints(fiat: string, exchange: string): Points | null {
  const { ticker } = useServices()
  const isTime = useLater()
  const name = `${fiat} ${exchange}`
  const before = kept.get(name)
  const isFresh = before !== undefined && ticker.now() - before.atMs < keptMs
  const { answer, isOld } = useAnswer(
    'GET /history',
    isTime && !isFresh ? { fiat, exchange, hours: 24, max_points: points } : null,
  )
  useEffect(() => {
    if (answer !== null && !isOld) kept.set(name, { atMs: ticker.now(), points: answer.points })
  }, [answer, isOld, name, ticker])
  return (answer !== null && !isOld ? answer.points : before?.points) ?? null
}

/** What can wait comes after what is looked at first. */
function useLater(): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 600)
    return () => clearTimeout(timer)
  }, [])
  return isTime
}
