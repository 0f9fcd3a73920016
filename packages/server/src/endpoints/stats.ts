import { bestOfAll, presentStats, stats } from '@p2p-rates/contract'
import { marketStats, rangeOf, readPoints, slotMs } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { MarketNow } from './market-now.js'

const monthMs = 30 * 86_400_000

export const statsEndpoint = (now: MarketNow, past: Past) =>
  implement(
    stats,
    ({ query: { fiat } }) => {
      const bestBuyNow = now.snapshot(fiat).rates.bestBuy?.price
      if (bestBuyNow === undefined) throw now.noPrice(fiat)
      const nowMs = now.wallMs()
      // The oldest slots of the window in memory: a moment more would send every question to the disk.
      const fromMs = nowMs - monthMs + slotMs
      const found = past.read({ fiat, exchange: bestOfAll }, fromMs, nowMs + slotMs)
      const present = (series: Awaited<typeof found>) => {
        const points = readPoints(series, rangeOf(series, fromMs, nowMs))
        const facts = marketStats({ points, bestBuyNow, nowMs })
        if (facts === null) throw now.unavailable(fiat)
        return { answer: presentStats(fiat, facts) }
      }
      return found instanceof Promise ? found.then(present) : present(found)
    },
    ({ fiat }) => now.version(fiat),
  )
