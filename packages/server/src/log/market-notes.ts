import type { MarketEvent } from '../market/market-event.js'
import type { Metrics } from '../metrics/metrics.js'
import { faultFields, type Log } from './log.js'

/** Tells an operator what happens in the market room: counts for all of it, lines for what is news. */
export const noteMarketEvent = (event: MarketEvent, log: Log, metrics: Metrics): void => {
  switch (event.kind) {
    case 'fault': {
      metrics.fault(event.exchange, event.fault.kind)
      const fields = {
        exchange: event.exchange,
        fiat: event.fiat,
        fault: `${event.fault.kind}: ${event.fault.message}`,
      }
      // A market that an exchange does not offer is a fact, not a fault.
      if (event.news && event.fault.kind !== 'no_market') log.warn('an exchange does not answer as it should', fields)
      else log.debug('an exchange does not answer as it should', fields)
      return
    }
    case 'breaker_opened':
      log.warn('an exchange is left alone for a while', {
        exchange: event.exchange,
        fault: event.fault,
        duration_ms: Math.round(event.forMs),
      })
      return
    case 'breaker_closed':
      log.info('an exchange answers again', { exchange: event.exchange })
      return
    case 'doubt': {
      const about = { exchange: event.exchange, ...(event.fiat === null ? {} : { fiat: event.fiat }) }
      if (event.doubt === null) log.info('an exchange is believed again', about)
      else log.warn('an exchange is doubted', { ...about, fault: event.doubt })
      return
    }
    case 'partial':
      log.debug('some ads were unreadable', {
        exchange: event.exchange,
        fiat: event.fiat,
        count: event.rejected,
      })
      return
    case 'cycle_done':
      metrics.cycle(event.durationMs / 1000)
      log.info('collected', { duration_ms: Math.round(event.durationMs) })
      return
    case 'published':
      log.debug('published', { fiat: event.fiat, count: event.exchanges })
      return
    case 'not_recorded':
      log.error('prices are served but not recorded', { fiat: event.fiat, ...faultFields(event.error) })
      return
    case 'crash':
      log.error(`the ${event.where} failed`, faultFields(event.error))
  }
}
