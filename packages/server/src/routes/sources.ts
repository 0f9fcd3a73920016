import { answerSources, sources } from '@p2p-rates/contract'
import { handle } from '../http/handle.js'
import type { MarketService } from '../market/market-service.js'
import type { CurrentMarket } from './current-market.js'

export const sourcesEndpoint = (now: CurrentMarket, latest: MarketService) =>
  handle(
    sources,
    ({ query }) => ({ answer: answerSources(query, { sources: latest.sources(), nowMs: now.wallMs() }) }),
    // Ages are told in seconds: the same second, the same answer.
    () => ({ version: String(Math.floor(now.wallMs() / 1000)), refreshAtMonoMs: 0 }),
  )
