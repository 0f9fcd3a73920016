const maxShare = 0.4

/**
 * The evidence of several exchanges as weights of which none is more than 40 % of their sum. Two cannot be held to that:
 * there each counts for at most 40 % of what there is, so that they are equals where both have as much.
 */
export function cappedWeights(evidence: readonly number[]): readonly number[] {
  const cap = evidence.length < 3 ? maxShare * sumOf(evidence) : capOf(evidence)
  return evidence.map((each) => Math.min(each, cap))
}

/** The height at which the largest are cut, so that each of them is 40 % of what then remains. Never more than two are. */
function capOf(evidence: readonly number[]): number {
  const descending = [...evidence].sort((a, b) => b - a)
  for (let cut = 0; ; cut++) {
    const height = (maxShare * sumOf(descending.slice(cut))) / (1 - maxShare * cut)
    if (cut === 2 || (descending[cut] ?? 0) <= height) return height
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
