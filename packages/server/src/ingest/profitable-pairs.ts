import type { Fiat } from '@p2p-rates/core'
import type { ProfitablePair } from '@p2p-rates/core/internal'
import type { Clock } from '../base/time/clock.js'
import type { StoredPair } from './collector-state-store.js'
import type { MarketName } from './current-boards.js'

export type ProfitablePairs = ReturnType<typeof createProfitablePairs>

type RecordedPairs = { readonly pairs: readonly ProfitablePair[]; readonly clocksApartMs: number }

/** Since when pairs of exchanges have been paying, from one publication to the next, on whichever server. */
export function createProfitablePairs(ports: {
  readonly clock: Clock
  /** Last published pairs, possibly from another server. */
  readonly published: (fiat: Fiat) => readonly ProfitablePair[] | undefined
}) {
  const { clock, published } = ports
  const recorded = new Map<string, RecordedPairs>()
  const recalled = new Map<string, readonly ProfitablePair[]>()
  const clocksApartMs = (): number => clock.wallMs() - clock.monoMs()

  return {
    /** Returns the pairs with which the next publication of a currency begins. */
    before: (fiat: Fiat): readonly ProfitablePair[] => {
      const last = recorded.get(fiat)
      if (last === undefined) return published(fiat) ?? recalled.get(fiat) ?? []
      const setByMs = clocksApartMs() - last.clocksApartMs
      return Math.abs(setByMs) < drifted ? last.pairs : last.pairs.map((pair) => moved(pair, setByMs))
    },
    recordPairs: (fiat: Fiat, pairs: readonly ProfitablePair[]): void =>
      void recorded.set(fiat, { pairs, clocksApartMs: clocksApartMs() }),
    /** Returns the pairs whose trips begin by buying on this board, for storage with it. */
    storedPairsOf: ({ exchange, fiat, side }: MarketName): readonly StoredPair[] =>
      (recorded.get(fiat)?.pairs ?? [])
        .filter(({ buyExchange }) => side === 'BUY' && buyExchange === exchange)
        .map(({ sellExchange, sizeUsdt, sinceMs, seenMs }) => [sellExchange, sizeUsdt, sinceMs, seenMs]),
    restorePairs: ({ exchange, fiat }: MarketName, kept: readonly StoredPair[]): void => {
      const pairs = kept.map(
        ([sellExchange, sizeUsdt, sinceMs, seenMs]): ProfitablePair => ({
          buyExchange: exchange,
          ...{ sellExchange, sizeUsdt, sinceMs, seenMs },
        }),
      )
      recalled.set(fiat, [...(recalled.get(fiat) ?? []), ...pairs])
    },
  }
}

/** Clocks that run side by side part by less in the time of a cycle: by more, the wall clock was set. */
const drifted = 1_000

const moved = (pair: ProfitablePair, byMs: number): ProfitablePair => ({
  ...pair,
  sinceMs: Math.round(pair.sinceMs + byMs),
  seenMs: Math.round(pair.seenMs + byMs),
})
