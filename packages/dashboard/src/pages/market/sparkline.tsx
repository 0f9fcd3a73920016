import type { SparklinePoint } from '@p2p-rates/contract'
import { sparkPath } from '../../charts/spark-path.js'
import { useServices } from '../../services.js'

const width = 68
const height = 18
const dayMs = 86_400_000
const points = 96

/** Small price chart of one exchange over a day. Screen readers skip it, because the table has the same figures. */
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
