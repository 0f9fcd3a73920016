import type { ExchangeId, Exchanges, Fiat, FrontRecord, TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { BookClient } from './fetcher.js'
import type { ReportMarketEvent } from './market-log.js'

export type IngestContext = {
  /** All exchanges that this server knows; `plan` names those that are asked. */
  readonly exchanges: Exchanges
  readonly plan: {
    readonly fiats: readonly Fiat[]
    readonly exchanges: readonly ExchangeId[]
    readonly cycleMsOf: (fiat: Fiat) => number
  }
  readonly rules: TrustRules
  readonly isSimulated: () => boolean
  readonly client: BookClient
  readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
  readonly time: { readonly clock: Clock; readonly timers: Timers }
  readonly random: () => number
  readonly frontRecord: (fiat: Fiat) => FrontRecord
  readonly report: ReportMarketEvent
}
