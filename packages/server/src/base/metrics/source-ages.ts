type Observed = { readonly exchange: string; readonly observedAtMs: number | null }

export function* sourceAgesOf(
  sources: readonly Observed[],
  nowMs: number,
): Iterable<readonly [exchange: string, seconds: number]> {
  const newest = new Map<string, number>()
  for (const { exchange, observedAtMs } of sources)
    if (observedAtMs !== null) newest.set(exchange, Math.max(newest.get(exchange) ?? 0, observedAtMs))
  for (const [exchange, observedAtMs] of newest) yield [exchange, Math.max(0, (nowMs - observedAtMs) / 1000)]
}
