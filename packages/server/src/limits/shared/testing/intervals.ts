export type Interval = { readonly startMs: number; readonly endMs: number }

/** True if more than `most` requests certainly happened within one window. */
export const holdsTooMany = (admitted: readonly Interval[], most: number, windowMs: number): boolean =>
  admitted.some(({ startMs }) => {
    const ends = admitted.filter((other) => other.startMs >= startMs).map(({ endMs }) => endMs)
    const last = ends.sort((a, b) => a - b)[most]
    return last !== undefined && last - startMs < windowMs
  })

/** Rejections at which certainly fewer requests than the limit were in the window. */
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
