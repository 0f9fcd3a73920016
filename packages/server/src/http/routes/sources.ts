import { answerSources, sources } from '@p2p-rates/contract'
import type { MarketService } from '../../market/market-service.js'
import { handle } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'

export const sourcesEndpoint = (currentMarket: CurrentMarket, latest: MarketService) =>
  handle(
    sources,
    ({ query }) => ({ answer: answerSources(query, { sources: latest.sources(), nowMs: currentMarket.wallMs() }) }),
    // Ages have a resolution of 1 second, so answers within a second are equal.
    () => ({ version: String(Math.floor(currentMarket.wallMs() / 1000)), refreshAtMonoMs: 0 }),
  )
