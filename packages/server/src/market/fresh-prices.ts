import type { Fiat } from '@p2p-rates/core'
import type { MarketRoom } from './market-room.js'

/** Resolves once there are fresh prices of all these currencies. */
export const freshPrices = (latest: MarketRoom, fiats: readonly Fiat[]): Promise<void> =>
  new Promise((done) => {
    let cancel = () => {}
    const look = () => {
      if (fiats.some((fiat) => latest.snapshot(fiat) === null)) return
      cancel()
      done()
    }
    cancel = latest.subscribe(look)
    look()
  })
