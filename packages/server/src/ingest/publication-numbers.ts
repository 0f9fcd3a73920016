import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { publicationAt } from '../market/market-snapshot.js'
import type { CollectorStateStore } from './collector-state-store.js'

/** Numbers for publications. None is ever given twice, whatever the clock does and however often we are restarted. */
export interface PublicationNumbers {
  /** On disk before it resolves. When the disk refuses, the clock and this process's own memory have to do. */
  nextNumbers(fiats: readonly Fiat[]): Promise<ReadonlyMap<Fiat, number>>
}

export function createPublicationNumbers(ports: {
  readonly store: Pick<CollectorStateStore, 'nextPublications'>
  readonly clock: Clock
  readonly reportRefusal: (fiats: readonly Fiat[], error: unknown) => void
}): PublicationNumbers {
  const { store, clock, reportRefusal } = ports
  const given = new Map<Fiat, number>()
  return {
    nextNumbers: async (fiats) => {
      const atLeast = new Map(
        fiats.map((fiat) => [fiat, Math.max(publicationAt(clock.wallMs()), (given.get(fiat) ?? -1) + 1)]),
      )
      const next = await store.nextPublications(atLeast).catch((error: unknown) => {
        reportRefusal(fiats, error)
        return atLeast
      })
      for (const [fiat, publication] of next) given.set(fiat, publication)
      return next
    },
  }
}
