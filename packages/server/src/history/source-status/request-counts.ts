import type { SourceKey } from './uptime-store.js'

export interface RequestCounts {
  due(source: SourceKey): void
  answered(source: SourceKey): void
  drainCounts(source: SourceKey): Counted
}

export type Counted = { readonly due: number; readonly answered: number }

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, Counted>()
  const add = (source: SourceKey, more: Counted): void => {
    const name = sourceName(source)
    const { due, answered } = counts.get(name) ?? none
    counts.set(name, { due: due + more.due, answered: answered + more.answered })
  }
  return {
    due: (source) => add(source, { due: 1, answered: 0 }),
    answered: (source) => add(source, { due: 0, answered: 1 }),
    drainCounts: (source) => {
      const counted = counts.get(sourceName(source)) ?? none
      counts.delete(sourceName(source))
      return counted
    },
  }
}

const none: Counted = { due: 0, answered: 0 }

export const sourceName = ({ exchange, fiat }: SourceKey): string => `${fiat} ${exchange}`
