import './trip-bar.css'

type Sums = { readonly gross: number; readonly fee: number; readonly net: number }

/** Result of a round trip: outline for the gross, hatched for the fee, solid for the net. A loss points left. */
export function ArbitrageProfitBar({ sums, largest }: { readonly sums: Sums; readonly largest: number }) {
  const length = (money: number) => Math.max(money === 0 ? 0 : 1.5, (Math.abs(money) / (largest || 1)) * 124)
  const gross = Math.min(124, length(sums.gross))
  const eaten = Math.min(gross, length(sums.fee))
  const isLoss = sums.net < 0
  const net = Math.min(isLoss ? 26 : 124, length(sums.net))
  return (
    <svg class="trip-bar" viewBox="0 0 160 26" aria-hidden="true">
      <rect class="gross" x="30" y="3.5" width={gross} height="7" />
      <rect class="eaten" x={30 + gross - eaten} y="3.5" width={eaten} height="7" />
      <path class="hatch" d={hatchOf(30 + gross - eaten, eaten)} />
      <rect class={isLoss ? 'loss' : 'net'} x={isLoss ? 30 - net : 30} y="14" width={net} height="8" />
      <path class="axis" d="M30 0v26" />
    </svg>
  )
}

/** Slanted lines within a stretch, drawn one by one: a pattern would need an id of its own for each bar. */
function hatchOf(from: number, width: number): string {
  const lines: string[] = []
  for (let at = 0; at + 4 <= width; at += 4) lines.push(`M${round(from + at)} 10.5l4 -7`)
  return lines.join('')
}

const round = (value: number): number => Math.round(value * 10) / 10
