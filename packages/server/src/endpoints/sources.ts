import { answerSources, sources } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'
import type { MarketRoom } from '../market/market-room.js'
import type { MarketNow } from './market-now.js'

export const sourcesEndpoint = (now: MarketNow, latest: MarketRoom) =>
  implement(
    sources,
    ({ query }) => ({ answer: answerSources(query, { sources: latest.sources(), nowMs: now.wallMs() }) }),
    // Ages are told in seconds: the same second, the same answer.
    () => ({ version: String(Math.floor(now.wallMs() / 1000)), refreshAtMonoMs: 0 }),
  )
