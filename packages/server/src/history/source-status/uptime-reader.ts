import { type HistorySpan, type IncidentInput, slotsOfSpan } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import { minuteMs } from '../history-stores.js'
import { exchangeUptime } from './exchange-uptime.js'
import { freshnessOf, gapReason, type QualitySpan } from './freshness-and-gaps.js'
import { incidentsOf } from './incidents.js'
import { minuteOf, sourcesOf, type Uptime } from './uptime.js'
import type { UptimeCache } from './uptime-cache.js'

export const maxIncidents = 100

export function createUptimeReader(ports: {
  readonly uptimeCache: Pick<UptimeCache, 'readUptime' | 'version'>
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly clock: Clock
}) {
  const { uptimeCache } = ports
  const reader: ReaderState = { ...ports, incidentsVersion: null, incidents: [] }
  const withUptime = <Answer>(answer: (uptime: Uptime) => Answer): Answer | Promise<Answer> => {
    const uptime = uptimeCache.readUptime()
    return uptime instanceof Promise ? uptime.then(answer) : answer(uptime)
  }
  return {
    /** Over one currency, or all of them. Synchronous once the past is loaded. */
    report: (span: HistorySpan, fiat: Fiat | null) => withUptime((uptime) => reportOf(reader, uptime, span, fiat)),
    /** Sampled quality of one currency. Synchronous once the past is loaded. */
    quality: (fiat: Fiat, span: QualitySpan) => withUptime((uptime) => qualityOf(reader, uptime, fiat, span)),
    get version(): number {
      return uptimeCache.version
    },
  }
}

export type UptimeReader = ReturnType<typeof createUptimeReader>

type ReaderState = Parameters<typeof createUptimeReader>[0] & {
  incidentsVersion: number | null
  incidents: readonly IncidentInput[]
}

function incidentsIn(reader: ReaderState, uptime: Uptime): readonly IncidentInput[] {
  const { version } = reader.uptimeCache
  if (reader.incidentsVersion !== version) reader.incidents = incidentsOf(uptime, reader)
  reader.incidentsVersion = version
  return reader.incidents
}

function reportOf(reader: ReaderState, uptime: Uptime, span: HistorySpan, fiat: Fiat | null) {
  const { exchanges, fiats, clock } = reader
  const { count, seconds } = slotsOfSpan[span]
  const slotMs = seconds * 1000
  const toMs = (Math.floor(clock.wallMs() / slotMs) + 1) * slotMs
  const fromMs = toMs - count * slotMs
  const grid = { fromMinute: minuteOf(fromMs), slots: count, slotMinutes: slotMs / minuteMs }
  const asked = fiat === null ? fiats : [fiat]
  return {
    fromMs,
    observedAtMs: uptime.newestMinute === null ? null : uptime.newestMinute * minuteMs,
    exchanges: exchanges.map((exchange) => ({
      exchange,
      ...exchangeUptime(uptime, sourcesOf(uptime, exchange, asked), grid),
    })),
    incidents: incidentsIn(reader, uptime)
      .filter(({ endMs, fiats: touched }) => (endMs ?? toMs) > fromMs && asked.some((of) => touched.includes(of)))
      .slice(0, maxIncidents),
  }
}

export type UptimeQuality = ReturnType<typeof qualityOf>

function qualityOf(reader: ReaderState, uptime: Uptime, fiat: Fiat, span: QualitySpan) {
  const { exchanges } = reader
  return {
    exchanges,
    freshness: exchanges.map((exchange) => freshnessOf(uptime, { exchange, fiat }, span)),
    incidents: incidentsIn(reader, uptime).filter(
      ({ endMs, fiats: touched }) => (endMs ?? span.toMs) > span.fromMs && touched.includes(fiat),
    ),
    /** Takes `null` for a series that combines all exchanges. */
    gapReason: (exchange: ExchangeId | null, fromMs: number, toMs: number) => {
      const meant = exchange === null ? exchanges : [exchange]
      const sources = meant.flatMap((one) => sourcesOf(uptime, one, [fiat]))
      return gapReason(uptime, sources, fromMs, toMs)
    },
  }
}
