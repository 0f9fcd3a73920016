import type { Incident, Source } from '@p2p-rates/contract'
import type { Times } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { lengthWords } from '../../parts/age.js'
import type { Translator } from '../../words/translator.js'
import { isTraded } from './current-exchange-states.js'

export function incidentWords(
  translator: Translator,
  incident: Incident,
  { sources, nowMs }: { readonly sources: readonly Source[]; readonly nowMs: number },
) {
  const { t, findText } = translator
  const { kind, cause, exchange, ended_at } = incident
  const name = exchange === null ? '' : exchangeName(exchange)
  const span = lengthWords(translator, (endMs(incident, nowMs) - Date.parse(incident.started_at)) / 1000)
  const fill = (text: string) => text.replaceAll('{exchange}', name).replaceAll('{span}', span)
  const title = fill(
    findText(`incident.${kind}.${ended_at === null ? 'now' : 'was'}`) ?? t('incident.unknown', { exchange: name }),
  )
  const why =
    (cause === null || kind === 'offline' ? null : findText(`cause.${cause}`)) ?? findText(`incident.${kind}.why`) ?? ''
  return {
    title: isEverywhere(incident, sources)
      ? title
      : t('status.in', { what: title, fiats: fiatList(translator, incident.fiats) }),
    why: fill(why),
  }
}

const endMs = ({ ended_at }: Incident, nowMs: number): number => (ended_at === null ? nowMs : Date.parse(ended_at))

/** False if the exchange is known to trade a currency outside the incident. */
function isEverywhere({ exchange, fiats }: Incident, sources: readonly Source[]): boolean {
  if (exchange === null) return true
  const traded = sources.filter((source) => source.exchange === exchange && isTraded(source))
  return traded.every(({ fiat }) => fiats.includes(fiat))
}

const mostNamed = 5

/** `UAH, EUR and 3 more` */
export function fiatList({ t }: Translator, fiats: readonly string[]): string {
  const left = fiats.length - mostNamed
  if (left <= 1) return fiats.join(', ')
  return t('status.fiats.more', { fiats: fiats.slice(0, mostNamed).join(', '), n: left })
}

/** `09:12` today, `20 Nov, 09:12` before. */
export const momentWords = (times: Times, atMs: number, nowMs: number): string =>
  times.day(atMs) === times.day(nowMs) ? times.clock(atMs) : `${times.day(atMs)}, ${times.clock(atMs)}`

/** `03:20 to 04:00`, `20 Nov, 23:50 to 00:40` */
export function timeRangeWords({ t }: Translator, times: Times, fromMs: number, toMs: number, nowMs: number): string {
  const isOneDay = times.day(fromMs) === times.day(toMs)
  return t('chart.span', {
    from: momentWords(times, fromMs, nowMs),
    to: isOneDay ? times.clock(toMs) : momentWords(times, toMs, nowMs),
  })
}

export function whenWords(translator: Translator, times: Times, { started_at, ended_at }: Incident, nowMs: number) {
  const fromMs = Date.parse(started_at)
  return ended_at === null
    ? translator.t('status.since', { time: momentWords(times, fromMs, nowMs) })
    : timeRangeWords(translator, times, fromMs, Date.parse(ended_at), nowMs)
}
