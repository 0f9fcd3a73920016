import type { ExchangeId, Fault, FaultKind, Side } from '@p2p-rates/core'
import { faultFields, type Log } from '../base/log/log.js'
import type { Metrics } from '../base/metrics/metrics.js'
import type { MarketName } from './current-boards.js'
import { nameOf } from './fetch-queue.js'
import type { Suspicion } from './plausibility.js'

/** Collecting event for logs and metrics. Every fault except `no_market` is reported once. */
export type MarketEvent =
  | ({ readonly kind: 'due' } & MarketName)
  /** What fell due was answered, however often it was asked. */
  | ({ readonly kind: 'answered' } & MarketName)
  /** `news`: false while the exchange goes on failing in the same way: worth counting, not worth an alarm. */
  | ({ readonly kind: 'fault'; readonly fault: Fault; readonly news: boolean } & MarketName)
  | ({ readonly kind: 'recovered' } & MarketName)
  | ({ readonly kind: 'partial'; readonly rejected: number } & MarketName)
  | {
      readonly kind: 'breaker_opened'
      readonly exchange: ExchangeId
      readonly fault: FaultKind
      /** Null until the next start. */
      readonly forMs: number | null
    }
  | { readonly kind: 'breaker_closed'; readonly exchange: ExchangeId }
  | {
      readonly kind: 'doubt'
      readonly exchange: ExchangeId
      /** Null means all of them. */
      readonly fiat: string | null
      readonly side: Side | null
      /** Null if the exchange is believed again. */
      readonly doubt: Suspicion | null
    }
  | { readonly kind: 'cycle_done'; readonly durationMs: number }
  | { readonly kind: 'published'; readonly fiat: string; readonly version: number; readonly exchanges: number }
  /** The prices are served all the same; they are missing in history. */
  | { readonly kind: 'not_recorded'; readonly fiat: string; readonly error: unknown }
  /** The prices are shown nowhere: the store took nothing, or another server leads by now. */
  | { readonly kind: 'not_published'; readonly fiat: string; readonly error: unknown }
  /** A reading that another server handed over does not fit its market. It is skipped. */
  | { readonly kind: 'refused'; readonly exchange: string; readonly fiat: string; readonly side: string }
  /** A bug or a broken store. It is caught, and the work goes on. */
  | { readonly kind: 'crash'; readonly where: string; readonly error: unknown }

export type ReportMarketEvent = (event: MarketEvent) => void

export type RequestCounts = Readonly<
  Record<'due' | 'answered', (market: { readonly exchange: ExchangeId; readonly fiat: string }) => void>
>

/** Present troubles, so that only the beginning and the end of each are logged. */
const newLogState = (log: Log) => ({
  log,
  /** Markets of each exchange in trouble that haven't answered since. */
  outages: new Map<ExchangeId, Set<string>>(),
  unrecorded: new Set<string>(),
  isRecording: true,
  isPublishing: true,
})

type LogState = ReturnType<typeof newLogState>

/** Counts everything for operators; logs one line when an outage begins and one when it is over. */
export function createMarketLog(
  log: Log,
  metrics: Pick<Metrics, 'countFault' | 'observeCycle'>,
  requestCounts: RequestCounts,
): ReportMarketEvent {
  const state = newLogState(log)
  return (event) => {
    switch (event.kind) {
      case 'due':
        return requestCounts.due(event)
      case 'answered':
        return requestCounts.answered(event)
      case 'fault':
        metrics.countFault(event.exchange, event.fault.kind)
        return logFault(state, event)
      case 'recovered':
        return logRecovery(state, event)
      case 'breaker_opened': {
        const { exchange, fault, forMs } = event
        const duration = forMs === null ? {} : { duration_ms: Math.round(forMs) }
        const howLong = forMs === null ? 'until the next start' : 'for a while'
        return log.debug(`an exchange is left alone ${howLong}`, { exchange, fault, ...duration })
      }
      case 'breaker_closed':
        return log.debug('an exchange is asked again', { exchange: event.exchange })
      case 'doubt': {
        const about = { exchange: event.exchange, ...(event.fiat === null ? {} : { fiat: event.fiat }) }
        return event.doubt === null
          ? log.info('an exchange is believed again', about)
          : log.warn('an exchange is doubted', { ...about, fault: event.doubt })
      }
      case 'partial': {
        const { exchange, fiat, rejected } = event
        return log.debug('some ads were unreadable', { exchange, fiat, count: rejected })
      }
      case 'cycle_done':
        metrics.observeCycle(event.durationMs / 1000)
        return log.info('collected', { duration_ms: Math.round(event.durationMs) })
      case 'published':
        return logPublished(state, event.fiat, event.exchanges)
      case 'not_recorded':
        return logUnrecorded(state, event.fiat, event.error)
      case 'not_published':
        return logUnpublished(state, event.fiat, event.error)
      case 'refused':
        return log.warn('a reading of another server is refused', { exchange: event.exchange, fiat: event.fiat })
      case 'crash':
        return log.error(`the ${event.where} failed`, faultFields(event.error))
    }
  }
}

function logFault({ log, outages }: LogState, event: Extract<MarketEvent, { kind: 'fault' }>): void {
  const { exchange, fiat, fault } = event
  const known = outages.get(exchange)
  log[known === undefined ? 'warn' : 'debug']('an exchange does not answer as it should', {
    exchange,
    fiat,
    fault: `${fault.kind}: ${fault.message}`,
  })
  outages.set(exchange, (known ?? new Set()).add(nameOf(event)))
}

function logRecovery({ log, outages }: LogState, market: MarketName): void {
  const failing = outages.get(market.exchange)
  if (failing === undefined || !failing.delete(nameOf(market)) || failing.size > 0) return
  outages.delete(market.exchange)
  log.info('an exchange answers again', { exchange: market.exchange })
}

function logUnrecorded(state: LogState, fiat: string, error: unknown): void {
  state.unrecorded.add(fiat)
  if (state.isRecording) state.log.error('prices are served but not recorded', { fiat, ...faultFields(error) })
  state.isRecording = false
}

function logUnpublished(state: LogState, fiat: string, error: unknown): void {
  if (state.isPublishing) state.log.error('no newer prices can be published', { fiat, ...faultFields(error) })
  state.isPublishing = false
}

function logPublished(state: LogState, fiat: string, count: number): void {
  const { log, unrecorded } = state
  log.debug('published', { fiat, count })
  if (!state.isPublishing) log.info('prices are published again')
  state.isPublishing = true
  if (unrecorded.delete(fiat) || state.isRecording) return
  state.isRecording = true
  log.info('prices are recorded again')
}
