import type { ExchangeId } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import { type Breaker, restored } from './breaker.js'
import type { ReportMarketEvent } from './market-event.js'
import type { BackOff, SourceStore } from './source-store.js'

/** Which exchanges asked for peace, remembered across restarts: a server in a restart loop must not hammer them. */
export interface BackOffMemory {
  of(exchange: ExchangeId): Breaker | null
  remember(exchange: ExchangeId, breaker: Breaker): void
}

export async function loadBackOffs(ports: {
  readonly store: SourceStore
  readonly clock: Clock
  readonly report: ReportMarketEvent
}): Promise<BackOffMemory> {
  const { store, clock, report } = ports
  const crash = (error: unknown) => report({ kind: 'crash', where: 'back-off store', error })
  const known = new Map<ExchangeId, BackOff>()
  try {
    for (const backOff of await store.backOffs()) known.set(backOff.exchange, backOff)
  } catch (error) {
    crash(error)
  }

  return {
    of: (exchange) => {
      const backOff = known.get(exchange)
      if (backOff === undefined) return null
      const waitMs = Math.max(0, backOff.notBeforeMs - clock.wallMs())
      return restored(backOff.kind, backOff.faultsInARow, clock.monoMs() + waitMs, clock.monoMs())
    },
    remember: (exchange, { kind, openings, notBeforeMonoMs }) => {
      const notBeforeMs = clock.wallMs() + notBeforeMonoMs - clock.monoMs()
      const written =
        kind === null
          ? store.clearBackOff(exchange)
          : store.saveBackOff({ exchange, kind, faultsInARow: openings, notBeforeMs })
      written.catch(crash)
    },
  }
}
