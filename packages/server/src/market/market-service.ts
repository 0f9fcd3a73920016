import type { ConditionInput } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { MarketSnapshot } from './market-snapshot.js'
import type { ShownMarkets } from './shown-markets.js'
import { reportSource, type SourceReport, type SourceStatus } from './sources-report.js'

export interface MarketService extends Pick<ShownMarkets, 'subscribe'> {
  /** `null` without fresh data. Excludes stale boards by itself, between cycles too. */
  snapshot(fiat: Fiat): MarketSnapshot | null
  sources(): readonly SourceReport[]
  conditions(): readonly ConditionInput[]
  /** Monotonic instant at which newer data of this currency are expected. */
  refreshAtMonoMs(fiat: Fiat): number
}

export interface IngestView {
  /** Status at this moment; instants by the wall clock. */
  scenes(): readonly SourceStatus[]
  conditions(): readonly ConditionInput[]
  nextCycleMonoMs(fiat: Fiat): number
}

export function createMarketService(ports: {
  readonly shown: ShownMarkets
  readonly ingest: IngestView
  readonly clock: Clock
}): MarketService {
  const { shown, ingest, clock } = ports
  const trustedAdsOf = ({ exchange, fiat }: { readonly exchange: ExchangeId; readonly fiat: Fiat }): number => {
    const boards = shown.snapshot(fiat)?.market.boards.filter((board) => board.exchange === exchange) ?? []
    return boards.reduce((total, { ads }) => total + ads.filter(({ trusted }) => trusted).length, 0)
  }
  return {
    snapshot: shown.snapshot,
    subscribe: shown.subscribe,
    sources: () => ingest.scenes().map((scene) => reportSource(scene, trustedAdsOf(scene), clock.wallMs())),
    conditions: () => ingest.conditions(),
    refreshAtMonoMs: (fiat) => shown.refreshAtMonoMs(fiat) ?? ingest.nextCycleMonoMs(fiat),
  }
}
