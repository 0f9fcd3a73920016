import { type HistorySpan, type IncidentInput, slotsOfSpan } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import { minuteMs, sourceName } from '../history-stores.js'
import { type ExchangeUptime, exchangeUptime } from './exchange-uptime.js'
import { freshnessOf, gapReason, type QualitySpan, type UptimeQuality } from './freshness-and-gaps.js'
import { incidentsOf } from './incidents.js'
import { minuteOf, type Uptime } from './uptime.js'
import type { UptimeCache } from './uptime-cache.js'

export type UptimeReport = {
  readonly fromMs: number
  readonly observedAtMs: number | null
  readonly exchanges: readonly (ExchangeUptime & { readonly exchange: ExchangeId })[]
  readonly incidents: readonly IncidentInput[]
}

export interface UptimeReader {
  /** Over one currency, or all of them. Without waiting once the past is loaded. */
  report(span: HistorySpan, fiat: Fiat | null): UptimeReport | Promise<UptimeReport>
  /** Sampled quality of one currency. Synchronous once the past is loaded. */
  quality(fiat: Fiat, span: QualitySpan): UptimeQuality | Promise<UptimeQuality>
  readonly version: number
}

export const maxIncidents = 100

export function createUptimeReader(ports: {
  readonly uptimeCache: Pick<UptimeCache, 'readUptime' | 'version'>
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly clock: Clock
}): UptimeReader {
  const { uptimeCache, exchanges, fiats, clock } = ports
  let cachedIncidents: { readonly version: number; readonly incidents: readonly IncidentInput[] } | null = null

  const incidentsIn = (uptime: Uptime): readonly IncidentInput[] => {
    if (cachedIncidents?.version !== uptimeCache.version)
      cachedIncidents = { version: uptimeCache.version, incidents: incidentsOf(uptime, { exchanges, fiats }) }
    return cachedIncidents.incidents
  }

  const reportOf = (uptime: Uptime, span: HistorySpan, fiat: Fiat | null): UptimeReport => {
    const { count, seconds } = slotsOfSpan[span]
    const slotMs = seconds * 1000
    const toMs = (Math.floor(clock.wallMs() / slotMs) + 1) * slotMs
    const fromMs = toMs - count * slotMs
    const grid = { fromMinute: minuteOf(fromMs), slots: count, slotMinutes: slotMs / minuteMs }
    const asked = fiat === null ? fiats : [fiat]
    return {
      fromMs,
      observedAtMs: uptime.newestMinute === null ? null : uptime.newestMinute * minuteMs,
      exchanges: exchanges.map((exchange) => {
        const sources = asked.flatMap((of) => uptime.sources.get(sourceName({ exchange, fiat: of })) ?? [])
        return { exchange, ...exchangeUptime(uptime, sources, grid) }
      }),
      incidents: incidentsIn(uptime)
        .filter(({ endMs, fiats: touched }) => (endMs ?? toMs) > fromMs && asked.some((of) => touched.includes(of)))
        .slice(0, maxIncidents),
    }
  }

  const qualityOf = (uptime: Uptime, fiat: Fiat, span: QualitySpan): UptimeQuality => ({
    exchanges,
    freshness: exchanges.map((exchange) => freshnessOf(uptime, { exchange, fiat }, span)),
    incidents: incidentsIn(uptime).filter(
      ({ endMs, fiats: touched }) => (endMs ?? span.toMs) > span.fromMs && touched.includes(fiat),
    ),
    gapReason: (exchange, fromMs, toMs) => {
      const meant = exchange === null ? exchanges : [exchange]
      const sources = meant.flatMap((one) => uptime.sources.get(sourceName({ exchange: one, fiat })) ?? [])
      return gapReason(uptime, sources, fromMs, toMs)
    },
  })

  return {
    quality: (fiat, span) => {
      const uptime = uptimeCache.readUptime()
      return uptime instanceof Promise
        ? uptime.then((loaded) => qualityOf(loaded, fiat, span))
        : qualityOf(uptime, fiat, span)
    },
    report: (span, fiat) => {
      const uptime = uptimeCache.readUptime()
      return uptime instanceof Promise
        ? uptime.then((loaded) => reportOf(loaded, span, fiat))
        : reportOf(uptime, span, fiat)
    },
    get version() {
      return uptimeCache.version
    },
  }
}
