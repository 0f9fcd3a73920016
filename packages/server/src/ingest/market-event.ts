import type { ExchangeId, Fault, FaultKind, Side } from '@p2p-rates/core'
import type { Suspicion } from './plausibility.js'

/** Collecting event for logs and metrics. Every fault except `no_market` is reported once. */
export type MarketEvent =
  /** A market fell due to be asked. */
  | { readonly kind: 'due'; readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side }
  /** What fell due was answered, however often it was asked. */
  | { readonly kind: 'answered'; readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side }
  | {
      readonly kind: 'fault'
      readonly exchange: ExchangeId
      readonly fiat: string
      readonly side: Side
      readonly fault: Fault
      /** False while the exchange goes on failing in the same way: worth counting, not worth an alarm. */
      readonly news: boolean
    }
  /** A market that had failed has answered. */
  | { readonly kind: 'recovered'; readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side }
  | {
      readonly kind: 'breaker_opened'
      readonly exchange: ExchangeId
      readonly fault: FaultKind
      readonly forMs: number
    }
  | { readonly kind: 'breaker_closed'; readonly exchange: ExchangeId }
  | {
      readonly kind: 'doubt'
      readonly exchange: ExchangeId
      /** `null` = all of them. */
      readonly fiat: string | null
      readonly side: Side | null
      /** `null` = it is believed again. */
      readonly doubt: Suspicion | null
    }
  | {
      readonly kind: 'partial'
      readonly exchange: ExchangeId
      readonly fiat: string
      readonly side: Side
      readonly rejected: number
    }
  | { readonly kind: 'cycle_done'; readonly durationMs: number }
  | { readonly kind: 'published'; readonly fiat: string; readonly version: number; readonly exchanges: number }
  /** The prices are served all the same; they are missing in history. */
  | { readonly kind: 'not_recorded'; readonly fiat: string; readonly error: unknown }
  /** They are shown nowhere: the store took nothing, or somebody else leads by now. */
  | { readonly kind: 'not_published'; readonly fiat: string; readonly error: unknown }
  /** What was handed over is no reading of this market: it costs that one. */
  | { readonly kind: 'refused'; readonly exchange: string; readonly fiat: string; readonly side: string }
  /** A bug or a broken store: caught, told, and the work goes on. */
  | { readonly kind: 'crash'; readonly where: string; readonly error: unknown }

export type ReportMarketEvent = (event: MarketEvent) => void
