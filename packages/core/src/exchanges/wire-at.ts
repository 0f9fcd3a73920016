import type { Exchange } from './define-exchange.js'

/** Returns the definition that held at a time: an earlier one if the answer is that old. */
export function wireAt(exchange: Exchange, atMs: number): Exchange {
  const [held] = (exchange.earlier ?? [])
    .filter(({ until }) => atMs < Date.parse(until))
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until))
  return held?.wire ?? exchange
}
