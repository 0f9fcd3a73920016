import type { ExchangeId } from '@p2p-rates/core'
import { faultFields, type Log } from '../base/log/log.js'
import type { Metrics } from '../base/metrics/metrics.js'
import type { MarketEvent, ReportMarketEvent } from './market-event.js'

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
