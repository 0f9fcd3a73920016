import type { ExchangeId, Fault, FaultKind, Side } from '@p2p-rates/core'
import { faultFields, type Log } from '../base/log/log.js'
import type { Metrics } from '../base/metrics/metrics.js'
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

/** Counts requests that fell due and answers, for the status of each exchange. */
export type RequestCounts = Readonly<
  Record<'due' | 'answered', (market: { readonly exchange: ExchangeId; readonly fiat: string }) => void>
>

/**
 * Logs for operators while prices are collected: counts for all of it, one line when an outage begins and one when it
 * is over.
 */
export function createMarketLog(
  log: Log,
  metrics: Pick<Metrics, 'countFault' | 'observeCycle'>,
  requestCounts: RequestCounts,
): ReportMarketEvent {
  /** Markets of each exchange in trouble that haven't answered since. */
  const outages = new Map<ExchangeId, Set<string>>()
  const unrecorded = new Set<string>()
  let recording = true
  let publishing = true

  const logFault = (event: Extract<MarketEvent, { kind: 'fault' }>): void => {
    const { exchange, fiat, fault } = event
    metrics.countFault(exchange, fault.kind)
    const fields = { exchange, fiat, fault: `${fault.kind}: ${fault.message}` }
    const known = outages.get(exchange)
    if (known === undefined) log.warn('an exchange does not answer as it should', fields)
    else log.debug('an exchange does not answer as it should', fields)
    outages.set(exchange, (known ?? new Set()).add(marketOf(event)))
  }

  const logRecovery = (event: Extract<MarketEvent, { kind: 'recovered' }>): void => {
    const failing = outages.get(event.exchange)
    if (failing === undefined || !failing.delete(marketOf(event)) || failing.size > 0) return
    outages.delete(event.exchange)
    log.info('an exchange answers again', { exchange: event.exchange })
  }

  const logUnrecorded = (fiat: string, error: unknown): void => {
    unrecorded.add(fiat)
    if (recording) log.error('prices are served but not recorded', { fiat, ...faultFields(error) })
    recording = false
  }

  const logUnpublished = (fiat: string, error: unknown): void => {
    if (publishing) log.error('no newer prices can be published', { fiat, ...faultFields(error) })
    publishing = false
  }

  const logPublished = (fiat: string, count: number): void => {
    log.debug('published', { fiat, count })
    if (!publishing) log.info('prices are published again')
    publishing = true
    if (unrecorded.delete(fiat) || recording) return
    recording = true
    log.info('prices are recorded again')
  }

  return (event) => {
    switch (event.kind) {
      case 'due':
        return requestCounts.due(event)
      case 'answered':
        return requestCounts.answered(event)
      case 'fault':
        return logFault(event)
      case 'recovered':
        return logRecovery(event)
      case 'breaker_opened':
        return log.debug('an exchange is left alone for a while', {
          exchange: event.exchange,
          fault: event.fault,
          duration_ms: Math.round(event.forMs),
        })
      case 'breaker_closed':
        return log.debug('an exchange is asked again', { exchange: event.exchange })
      case 'doubt': {
        const about = { exchange: event.exchange, ...(event.fiat === null ? {} : { fiat: event.fiat }) }
        if (event.doubt === null) log.info('an exchange is believed again', about)
        else log.warn('an exchange is doubted', { ...about, fault: event.doubt })
        return
      }
      case 'partial':
        return log.debug('some ads were unreadable', {
          exchange: event.exchange,
          fiat: event.fiat,
          count: event.rejected,
        })
      case 'cycle_done':
        metrics.observeCycle(event.durationMs / 1000)
        return log.info('collected', { duration_ms: Math.round(event.durationMs) })
      case 'published':
        return logPublished(event.fiat, event.exchanges)
      case 'not_recorded':
        return logUnrecorded(event.fiat, event.error)
      case 'not_published':
        return logUnpublished(event.fiat, event.error)
      case 'refused':
        return log.warn('a reading of another server is refused', { exchange: event.exchange, fiat: event.fiat })
      case 'crash':
        return log.error(`the ${event.where} failed`, faultFields(event.error))
    }
  }
}

const marketOf = ({ fiat, side }: { readonly fiat: string; readonly side: string }): string => `${fiat} ${side}`
