export type Interval = { readonly startMs: number; readonly endMs: number }

export const holdsTooMany = (admitted: readonly Interval[], most: number, windowMs: number): boolean =>
  admitted.some(({ startMs }) => {
    const ends = admitted.filter((other) => other.startMs >= startMs).map(({ endMs }) => endMs)
    const last = ends.sort((a, b) => a - b)[most]
    return last !== undefined && last - startMs < windowMs
  })

export const withoutCause = (
  refused: readonly Interval[],
  admitted: readonly Interval[],
  most: number,
  windowMs: number,
): readonly Interval[] =>
  refused.filter(
    (refusal) =>
      admitted.filter(({ startMs, endMs }) => endMs >= refusal.startMs - windowMs && startMs <= refusal.endMs).length <
      most,
  )
