/** One request of one account, as its caller saw it: what decided lies somewhere between its two ends. */
export type Decision = { readonly startMs: number; readonly endMs: number; readonly isAdmitted: boolean }

export type FullWindow = { readonly admitted: number; readonly fromMs: number; readonly toMs: number }

const admittedOf = (decisions: readonly Decision[]): readonly Decision[] =>
  decisions.filter(({ isAdmitted }) => isAdmitted).toSorted((a, b) => a.startMs - b.startMs)

/**
 * I1. Windows of one account with more than `most` admitted requests. Counts only requests that began and ended within
 * less than a window, so clock uncertainty can't change the verdict.
 */
export function overfullWindows(decisions: readonly Decision[], windowMs: number, most: number): readonly FullWindow[] {
  return windowsOf(admittedOf(decisions), windowMs).filter(({ admitted }) => admitted > most)
}

function windowsOf(byStart: readonly Decision[], windowMs: number): readonly FullWindow[] {
  return byStart.map(({ startMs: fromMs }, index) => {
    let admitted = 0
    let toMs = fromMs
    for (let next = index; ; next += 1) {
      const one = byStart[next]
      if (one === undefined || one.startMs - fromMs >= windowMs) return { admitted, fromMs, toMs }
      if (one.endMs - fromMs >= windowMs) continue
      admitted += 1
      toMs = Math.max(toMs, one.endMs)
    }
  })
}

/** I2. Refusals of one account for which fewer than `limit` admitted requests can have been in the window. */
export function causelessRefusals(decisions: readonly Decision[], windowMs: number, limit: number) {
  const admitted = admittedOf(decisions)
  const starts = admitted.map(({ startMs }) => startMs)
  const ends = admitted.map(({ endMs }) => endMs).toSorted((a, b) => a - b)
  return decisions
    .filter(({ isAdmitted }) => !isAdmitted)
    .map((refusal) => ({
      ...refusal,
      mayCount: countBelow(starts, refusal.endMs, true) - countBelow(ends, refusal.startMs - windowMs, false),
    }))
    .filter(({ mayCount }) => mayCount < limit)
}

function countBelow(sorted: readonly number[], bound: number, orAt: boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] ?? 0
    if (value < bound || (orAt && value === bound)) low = middle + 1
    else high = middle
  }
  return low
}
