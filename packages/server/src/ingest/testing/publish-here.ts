import type { Clock } from '../../base/time/clock.js'
import type { MarketSnapshot, PublishMarket } from '../../market/market-snapshot.js'
import type { ShownMarkets } from '../../market/shown-markets.js'
import type { ReportMarketEvent } from '../market-log.js'

/** As a server does that has its data for itself: what cannot be recorded is shown all the same. */
export const publishHere =
  (ports: {
    readonly shown: Pick<ShownMarkets, 'showSnapshot'>
    readonly record: (snapshot: MarketSnapshot) => Promise<void>
    readonly report: ReportMarketEvent
    readonly clock: Clock
  }): PublishMarket =>
  async ({ fiat, snapshot, judgedMonoMs, isNew }) => {
    const { shown, record, report, clock } = ports
    if (snapshot !== null && isNew)
      await record(snapshot).catch((error: unknown) => report({ kind: 'not_recorded', fiat, error }))
    shown.showSnapshot({ fiat, snapshot, ageMs: clock.monoMs() - judgedMonoMs })
  }
