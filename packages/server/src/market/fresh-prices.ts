import type { Fiat } from '@p2p-rates/core'
import type { LatestMarkets } from './market-snapshot.js'

/** Resolves once there are fresh prices of all these currencies. */
export const freshPrices = (latest: LatestMarkets, fiats: readonly Fiat[]): Promise<void> =>
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
