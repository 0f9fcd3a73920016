import { priceTicks } from './axis-ticks.js'
import type { Step } from './depth-steps.js'
import './depth.css'

type DepthProps = {
  /** From the best price outwards. */
  readonly buy: readonly Step[]
  readonly sell: readonly Step[]
  readonly pin: { readonly step: Step; readonly label: string } | null
  readonly words: { readonly buy: string; readonly sell: string; readonly gap: string }
  /** Text alternative for screen readers; a table holds the same data. */
  readonly sentence: string
  readonly writeUsdt: (usdt: number) => string
}

const size = { width: 368, height: 176, above: 22, side: 8 }

/** USDT that can be had up to each price, as steps: where one sells on the left, where one buys on the right. */
export function DepthChart({ buy, sell, pin, words, sentence, writeUsdt }: DepthProps) {
  const prices = [...buy, ...sell].map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const highest = Math.max(...[buy, sell].map((steps) => steps.at(-1)?.usdt ?? 0), 1)
  const margin = (most - least || 1) * 0.04
  const x = (price: number) =>
    round(size.side + ((price - least + margin) / (most - least + 2 * margin || 1)) * (size.width - 2 * size.side))
  const y = (usdt: number) => round(size.height - (usdt / highest) * (size.height - size.above))
  // If the buy price is below the sell price, the sides swap halves and end at their last ads.
  const isCrossed = isCrossing(buy, sell)
  const edges = isCrossed
    ? { buy: x(buy.at(-1)?.price ?? least) + size.side, sell: x(sell.at(-1)?.price ?? most) - size.side }
    : { buy: size.width - size.side, sell: size.side }
  const line = (steps: readonly Step[], edge: number) =>
    [
      ...steps.map(({ price, usdt }, at) => `${at === 0 ? `M${x(price)} ${size.height}` : `H${x(price)}`}V${y(usdt)}`),
      `H${edge}`,
    ].join('')
  const levels = priceTicks(0, highest, 3).at.filter((usdt) => usdt > 0)
  const pinX = pin === null ? 0 : x(pin.step.price)
  return (
    <svg class="depth" viewBox={`0 0 ${size.width} ${size.height + 20}`} role="img" aria-label={sentence}>
      {levels.map((usdt) => (
        <path key={usdt} class="level" d={`M${size.side} ${y(usdt)}H${size.width - size.side}`} />
      ))}
      {(['sell', 'buy'] as const).map((side) => {
        const steps = side === 'buy' ? buy : sell
        if (steps.length === 0) return null
        const path = line(steps, edges[side])
        return (
          <g key={side} class={side}>
            <path class="ground" d={`${path}V${size.height}z`} />
            <path class="line" d={path} />
          </g>
        )
      })}
      {levels.map((usdt) => (
        <text key={usdt} class="tick usdt-level" x={size.side} y={y(usdt) - 3}>
          {writeUsdt(usdt)}
        </text>
      ))}
      <path class="base" d={`M${size.side} ${size.height}H${size.width - size.side}`} />
      {([sell, buy] as const).map((steps, at) => {
        const [best] = steps
        return (
          best !== undefined && (
            <text
              key={at}
              class="tick best"
              x={x(best.price)}
              y={size.height + 15}
              text-anchor={(at === 0) === isCrossed ? 'start' : 'end'}
            >
              {at === 0 ? words.sell : words.buy}
            </text>
          )
        )
      })}
      {buy[0] !== undefined && sell[0] !== undefined && Math.abs(x(buy[0].price) - x(sell[0].price)) > 60 && (
        <text class="tick" x={(x(buy[0].price) + x(sell[0].price)) / 2} y={size.height + 15} text-anchor="middle">
          {words.gap}
        </text>
      )}
      {pin !== null && (
        <g class="pin">
          <path d={`M${pinX} ${size.above - 6}V${size.height}`} />
          <circle cx={pinX} cy={y(pin.step.usdt)} r="4" />
          <text
            x={pinX}
            y={size.above - 10}
            text-anchor={pinX > size.width * 0.75 ? 'end' : pinX < size.width * 0.25 ? 'start' : 'middle'}
          >
            {pin.label}
          </text>
        </g>
      )}
    </svg>
  )
}

export const isCrossing = ([buy]: readonly Step[], [sell]: readonly Step[]): boolean =>
  buy !== undefined && sell !== undefined && buy.price < sell.price

const round = (value: number): number => Math.round(value * 10) / 10
