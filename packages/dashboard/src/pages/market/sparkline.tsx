import type { SparklinePoint } from '@p2p-rates/contract'
import { sparkPath } from '../../charts/spark-path.js'
import { useServices } from '../../services.js'

const width = 68
const height = 18
const dayMs = 86_400_000
const points = 96

/** One exchange's price over a day, small. The table beside it says the same in numbers, so it says nothing. */
export function Sparkline({ points: known }: { readonly points: readonly SparklinePoint[] | null }) {
  const { ticker } = useServices()
  if (known === null) return <svg width={width} height={height} aria-hidden="true" />
  const toMs = ticker.now()
  const prices = known.map(({ t, buy }) => ({ atMs: Date.parse(t), price: buy }))
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={sparkPath(prices, { fromMs: toMs - dayMs, toMs, width, height }, (3 * dayMs) / points)} />
    </svg>
  )
}
