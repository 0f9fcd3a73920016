import type { Source } from '@p2p-rates/contract'

export type CurrentExchangeState = ReturnType<typeof currentExchangeStates>[number]

/** Exchanges in the order of the sources. If `fiat` is null, cover all currencies. */
export const currentExchangeStates = (sources: readonly Source[], fiat: string | null) =>
  [...new Set(sources.map(({ exchange }) => exchange))].map((exchange) => {
    const own = sources.filter((source) => source.exchange === exchange && (fiat === null || source.fiat === fiat))
    const traded = own.filter(isTraded)
    const live = traded.filter(({ state }) => state === 'live').length
    return {
      exchange,
      // `some`: live in a part of its currencies. Else the state of most of them.
      state: live > 0 && live < traded.length ? 'some' : mostFrequent(live > 0 || traded.length > 0 ? traded : own),
      live,
      traded: traded.length,
      observedAtMs: extreme(own, 'observed_at', Math.max),
      nextAttemptAtMs: extreme(own, 'next_attempt_at', Math.min),
    }
  })

/** A list without ads and a currency that is not traded say nothing about how the exchange is doing. */
export const isTraded = ({ state }: Source): boolean => state !== 'empty' && state !== 'unsupported'

function mostFrequent(sources: readonly Source[]): string {
  const counts = new Map<string, number>()
  for (const { state } of sources) counts.set(state, (counts.get(state) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 'unsupported'
}

function extreme(
  sources: readonly Source[],
  name: 'observed_at' | 'next_attempt_at',
  pick: (...values: number[]) => number,
): number | null {
  const instants = sources.flatMap((source) => (source[name] === null ? [] : [Date.parse(source[name])]))
  return instants.length === 0 ? null : pick(...instants)
}
