import type { ConditionInput } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { ShownMarkets } from './shown-markets.js'
import type { IngestView } from './source-status-cache.js'
import { reportSource, type SourceReport } from './sources-report.js'

export type MarketService = ReturnType<typeof createMarketService>

export function createMarketService(ports: {
  readonly shown: ShownMarkets
  readonly ingest: IngestView
  readonly clock: Clock
}) {
  const { shown, ingest, clock } = ports
  const trustedAdsOf = ({ exchange, fiat }: { readonly exchange: ExchangeId; readonly fiat: Fiat }): number => {
    const boards = shown.snapshot(fiat)?.market.boards.filter((board) => board.exchange === exchange) ?? []
    return boards.reduce((total, { ads }) => total + ads.filter(({ trusted }) => trusted).length, 0)
  }
  return {
    /** `null` without fresh data. Excludes stale boards by itself, between cycles too. */
    snapshot: shown.snapshot,
    subscribe: shown.subscribe,
    sources: (): readonly SourceReport[] =>
      ingest.scenes().map((scene) => reportSource(scene, trustedAdsOf(scene), clock.wallMs())),
    conditions: (): readonly ConditionInput[] => ingest.conditions(),
    /** Monotonic instant at which newer data of this currency are expected. */
    refreshAtMonoMs: (fiat: Fiat): number => shown.refreshAtMonoMs(fiat) ?? ingest.nextCycleMonoMs(fiat),
  }
}
