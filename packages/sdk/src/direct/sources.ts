import type { SourceInput, SourceState } from '@p2p-rates/contract'
import type { Fault } from '@p2p-rates/core'
import { isSimulated, type Snapshot } from './market-cache.js'

export const sourcesOf = ({ fiat, readAtMs, market, outcomes }: Snapshot): SourceInput[] =>
  [...new Set(outcomes.map(({ exchange }) => exchange))].map((exchange) => {
    const boards = market.boards.filter((board) => board.exchange === exchange)
    const fault = outcomes
      .filter((outcome) => outcome.exchange === exchange)
      .flatMap(({ reading }) => (reading.state === 'failed' ? reading.fault : (reading.incomplete ?? [])))[0]
    const ads = boards.flatMap((board) => board.ads)
    return {
      exchange,
      fiat,
      state: stateOf(boards.length > 0, ads.length > 0, fault),
      reason: fault?.message ?? (ads.length === 0 ? 'It shows no ads for this currency at the moment.' : null),
      observedAtMs: boards.length === 0 ? null : Math.max(...boards.map(({ observedAtMs }) => observedAtMs)),
      ads: ads.length,
      trustedAds: ads.filter(({ trusted }) => trusted).length,
      lastError: fault === undefined ? null : { kind: fault.kind, message: fault.message, atMs: readAtMs },
      nextAttemptAtMs: null,
      simulated: outcomes.some((outcome) => outcome.exchange === exchange && isSimulated(outcome)),
    }
  })

function stateOf(hasAnswered: boolean, hasAds: boolean, fault: Fault | undefined): SourceState {
  if (hasAnswered) return hasAds ? 'live' : 'empty'
  if (fault?.kind === 'no_market') return 'unsupported'
  return fault?.kind === 'blocked' ? 'blocked' : 'stale'
}
