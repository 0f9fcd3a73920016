import type { CandidateAd } from './candidate-ad.js'
import { mayVote } from './gates.js'
import type { BoardInput } from './price-consensus.js'
import { numbers } from './trust-numbers.js'

/**
 * Ads that stand still while everything around them moves. They are all ads of an exchange with a frozen list, or of
 * payment methods without trade. If little moves anywhere, standing still means nothing.
 */
export function laggingAds(boards: readonly BoardInput[]): ReadonlySet<CandidateAd> {
  const moving = boards.filter(({ candidates }) => shareMoved(candidates) >= numbers.movingShare)
  const lagging = new Set<CandidateAd>()
  for (const board of boards) {
    const movingPeers = moving.filter(({ exchange }) => exchange !== board.exchange)
    if (movingPeers.length >= numbers.movingExchanges && standsStill(board.candidates, numbers.stillAdsOfBoard))
      for (const candidate of board.candidates) lagging.add(candidate)
  }
  const movingAds = moving.flatMap(({ candidates }) => candidates)
  for (const rail of byRails(movingAds))
    if (standsStill(rail, numbers.stillAdsOfRail)) for (const candidate of rail) lagging.add(candidate)
  return lagging
}

const shareMoved = (candidates: readonly CandidateAd[]): number =>
  candidates.filter(({ standsStill }) => !standsStill).length / Math.max(1, candidates.length)

function standsStill(candidates: readonly CandidateAd[], atLeast: number): boolean {
  return candidates.every((candidate) => candidate.standsStill) && candidates.filter(mayVote).length >= atLeast
}

function byRails(candidates: readonly CandidateAd[]): Iterable<readonly CandidateAd[]> {
  const groups = new Map<string, CandidateAd[]>()
  for (const candidate of candidates) {
    const rails = [...candidate.rails].sort().join('\n')
    const known = groups.get(rails)
    if (known === undefined) groups.set(rails, [candidate])
    else known.push(candidate)
  }
  return groups.values()
}
