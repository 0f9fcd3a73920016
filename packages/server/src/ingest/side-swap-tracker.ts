import { type Ad, type ExchangeId, type Side, sideCentres } from '@p2p-rates/core'
import { cyclesToBelieveSwap, type SwapState, updateSwapState } from './side-swap-detector.js'

export interface SideSwapTracker {
  compareReading(reading: SideReading, adsOf: (side: Side) => readonly Ad[]): 'exchanged' | 'believed' | null
  isSwapped(exchange: ExchangeId, fiat: string): boolean
}

export type SideReading = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly side: Side
  readonly receivedMonoMs: number
}

export function createSideSwapTracker(ports: {
  readonly exchanges: readonly ExchangeId[]
  readonly sideInRow: (exchange: ExchangeId) => boolean
}): SideSwapTracker {
  const { exchanges, sideInRow } = ports
  const watches = new Map<ExchangeId, Map<string, SwapState>>()
  const halfRead = new Map<string, Side>()

  const isSwapped = (exchange: ExchangeId, fiat: string): boolean =>
    (watches.get(exchange)?.get(fiat)?.inARow ?? 0) >= cyclesToBelieveSwap

  const isSecondSide = ({ exchange, fiat, side }: SideReading): boolean => {
    const market = `${exchange} ${fiat}`
    const first = halfRead.get(market)
    if (first === undefined || first === side) {
      halfRead.set(market, side)
      return false
    }
    return halfRead.delete(market)
  }

  return {
    isSwapped,
    compareReading: (reading, adsOf) => {
      if (!isSecondSide(reading)) return null
      const { exchange, fiat, receivedMonoMs } = reading
      const wasSwapped = isSwapped(exchange, fiat)
      const ofExchange = watches.get(exchange) ?? new Map<string, SwapState>()
      watches.set(exchange, ofExchange)
      ofExchange.set(
        fiat,
        updateSwapState({
          sides: sideCentres(adsOf('BUY'), adsOf('SELL')),
          atMonoMs: receivedMonoMs,
          before: ofExchange.get(fiat) ?? null,
          otherExchanges: exchanges.flatMap((other) =>
            other === exchange ? [] : (watches.get(other)?.get(fiat) ?? []),
          ),
          otherFiats: [...ofExchange].flatMap(([other, known]) => (other === fiat ? [] : known)),
          sideInRow: sideInRow(exchange),
        }),
      )
      if (isSwapped(exchange, fiat) === wasSwapped) return null
      return wasSwapped ? 'believed' : 'exchanged'
    },
  }
}
