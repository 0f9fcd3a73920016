import type { Fiat } from '@p2p-rates/core'
import type { MarketService } from './market-service.js'

export const waitForFirstPrices = (latest: MarketService, fiats: readonly Fiat[]): Promise<void> =>
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
