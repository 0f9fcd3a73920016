import type { SparklinePoint } from '@p2p-rates/contract'
import { sparklinePath } from '../../charts/sparkline-path.js'
import { useServices } from '../../services-context.js'

const width = 68
const height = 18
const dayMs = 86_400_000
const points = 96

/** Small price chart of one exchange over a day. Screen readers skip it, because the table has the same figures. */
export function Sparkline({ points: known }: { readonly points: readonly SparklinePoint[] | null }) {
  const { serverClock } = useServices()
  if (known === null) return <svg width={width} height={height} aria-hidden="true" />
  const toMs = serverClock.now()
  const prices = known.map(({ t, buy }) => ({ atMs: Date.parse(t), price: buy }))
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={sparklinePath(prices, { fromMs: toMs - dayMs, toMs, width, height }, (3 * dayMs) / points)} />
    </svg>
  )
}
