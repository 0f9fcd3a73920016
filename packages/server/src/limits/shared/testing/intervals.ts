export type Interval = { readonly startMs: number; readonly endMs: number }

/** Returns the most requests that certainly happened within one window. */
export const mostInWindow = (admitted: readonly Interval[], windowMs: number): number =>
  admitted.reduce(
    (most, { startMs }) =>
      Math.max(most, admitted.filter((one) => one.startMs >= startMs && one.endMs < startMs + windowMs).length),
    0,
  )

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
