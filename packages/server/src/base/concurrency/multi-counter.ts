/** Counts by name, or by several names together. */
export function createMultiCounter() {
  const counts = new Map<string, number>()
  const of = (...names: readonly string[]): number => counts.get(names.join(' ')) ?? 0
  return {
    of,
    change: (by: 1 | -1, ...names: readonly string[]): void => {
      const name = names.join(' ')
      const count = of(name) + by
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}
