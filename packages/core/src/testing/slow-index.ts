import type { TrustedMarket } from '../trust/judgement.js'

/** The reference index as documented, written independently of the code: by search, and slowly. */
export function slowIndex({ boards }: TrustedMarket): { value: number; buy: number; sell: number } | null {
  const exchanges = new Map<string, { ask?: number; bid?: number; evidence: number }>()
  for (const { exchange, side, consensus, ads } of boards) {
    const known = exchanges.get(exchange) ?? { evidence: Number.POSITIVE_INFINITY }
    exchanges.set(exchange, known)
    if (consensus === null || !ads.some(({ trusted }) => trusted)) continue
    known.evidence = Math.min(known.evidence, consensus.weight)
    if (side === 'BUY') known.ask = consensus.price
    else known.bid = consensus.price
  }
  const voices: { mid: number; spread: number; evidence: number }[] = []
  for (const { ask, bid, evidence } of exchanges.values()) {
    if (ask === undefined || bid === undefined || !(evidence > 0)) continue
    voices.push({ mid: (ask + bid) / 2, spread: (ask - bid) / (ask + bid), evidence })
  }
  if (voices.length === 0) return null
  const weights = slowWeights(voices.map(({ evidence }) => evidence))
  const value = slowMedian(
    voices.map(({ mid }) => mid),
    weights,
  )
  const spread = slowMedian(
    voices.map((voice) => voice.spread),
    weights,
  )
  return { value, buy: value + value * spread, sell: value - value * spread }
}

function slowWeights(evidence: readonly number[]): readonly number[] {
  const share = (all: readonly number[]) => 0.4 * all.reduce((a, b) => a + b, 0)
  if (evidence.length <= 2) return evidence.map((each) => Math.min(each, share(evidence)))
  let weights = [...evidence]
  for (let round = 0; round < 3_000; round++) {
    const most = share(weights)
    weights = weights.map((each) => Math.min(each, most))
  }
  return weights
}

function slowMedian(values: readonly number[], weights: readonly number[]): number {
  const costs = values.map((at) =>
    values.reduce((sum, value, index) => sum + Math.abs(value - at) * (weights[index] ?? 0), 0),
  )
  const least = Math.min(...costs)
  const scale = Math.max(...values.map(Math.abs)) * weights.reduce((a, b) => a + b, 0)
  const best = values.filter((_, index) => (costs[index] ?? 0) - least <= scale * 1e-12)
  return (Math.min(...best) + Math.max(...best)) / 2
}
