import type { ExchangeId } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { type Breaker, fromStored } from './breaker.js'
import type { CollectorStateStore } from './collector-state-store.js'
import type { ReportMarketEvent } from './market-event.js'

/** Breaker state kept across restarts, so that a server in a restart loop doesn't hammer the exchange. */
export interface StoredBreaker {
  readonly breaker: Breaker | null
  saveBreaker(breaker: Breaker): void
}

export async function loadBreakerState(
  exchange: ExchangeId,
  ports: {
    readonly store: Pick<CollectorStateStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
    readonly clock: Clock
    readonly report: ReportMarketEvent
  },
): Promise<StoredBreaker> {
  const { store, clock, report } = ports
  const crash = (error: unknown) => report({ kind: 'crash', where: 'back-off store', error })

  const recall = async (): Promise<Breaker | null> => {
    const backOff = (await store.backOffs()).find((one) => one.exchange === exchange)
    if (backOff === undefined) return null
    const waitMs = Math.max(0, backOff.notBeforeMs - clock.wallMs())
    return fromStored(backOff.kind, backOff.faultsInARow, clock.monoMs() + waitMs, clock.monoMs())
  }

  return {
    breaker: await recall().catch((error: unknown) => {
      crash(error)
      return null
    }),
    saveBreaker: ({ kind, openings, notBeforeMonoMs }) => {
      const notBeforeMs = clock.wallMs() + notBeforeMonoMs - clock.monoMs()
      const written =
        kind === null
          ? store.clearBackOff(exchange)
          : store.saveBackOff({ exchange, kind, faultsInARow: openings, notBeforeMs })
      written.catch(crash)
    },
  }
}
