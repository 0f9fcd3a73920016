import type { Fiat } from '@p2p-rates/core'
import type { Cancel, Timers } from '../base/time/timers.js'

/** Decides when to publish a currency: all new boards together, or those present once the first has waited 10 s. */
export function debouncePublish(ports: {
  readonly timers: Timers
  readonly expects: (fiat: Fiat) => boolean
  /** Never rejects. */
  readonly publish: (fiat: Fiat) => Promise<void>
}) {
  const { timers, expects, publish } = ports
  const waiting = new Map<Fiat, Cancel>()
  const publishing = new Set<Fiat>()
  const again = new Set<Fiat>()

  const publishNow = async (fiat: Fiat): Promise<void> => {
    waiting.get(fiat)?.()
    waiting.delete(fiat)
    if (publishing.has(fiat)) {
      again.add(fiat)
      return
    }
    publishing.add(fiat)
    await publish(fiat)
    publishing.delete(fiat)
    if (again.delete(fiat)) await publishNow(fiat)
  }

  return {
    onBoardChanged: (fiat: Fiat): void => {
      if (!waiting.has(fiat))
        waiting.set(
          fiat,
          timers.after(patienceMs, () => void publishNow(fiat)),
        )
    },
    /** A request about this currency was answered, given up or put off. */
    onMarketSettled: (fiat: Fiat): void => {
      if (waiting.has(fiat) && !expects(fiat)) void publishNow(fiat)
    },
    stop: (): void => {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
    },
  }
}

/** Fresh prices should not wait for a slow exchange, and one cycle should not be published twelve times. */
const patienceMs = 10_000
