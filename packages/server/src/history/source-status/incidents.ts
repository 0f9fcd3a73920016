import type { IncidentInput, IncidentKind, SourceCause } from '@p2p-rates/contract'
import { type Condition, minuteMs } from '../history-stores.js'
import { type ConsecutiveRun, consecutiveRunsOf, partsOf } from './consecutive-runs.js'
import { intervalsWithin, type SourceUptime, type StatusInterval, sourcesOf, troubles, type Uptime } from './uptime.js'

/** Derives incidents from the samples. Open ones come first, by number of currencies, then the newest. */
export function incidentsOf(
  uptime: Uptime,
  { exchanges, fiats }: { readonly exchanges: readonly string[]; readonly fiats: readonly string[] },
): readonly IncidentInput[] {
  if (uptime.newestMinute === null) return []
  const end = uptime.newestMinute + 1
  const sources = exchanges.map((exchange) => sourcesOf(uptime, exchange, fiats))
  const sampled = [...partsOf(reachOf(sources.flat(), uptime.firstMinute, end), uptime.firstMinute)]
  const isCompared = sources.filter((own) => own.length > 0).length > 1
  const offline = isCompared ? consecutiveRunsOf(sampled.map(unreachedPart), end).filter(isLongEnough) : []
  const own = sources.flatMap((sourcesOfOne) => incidentsOfExchange(sourcesOfOne, end))
  return [
    ...own.filter((one) => !isPartOf(one, offline)),
    ...offline.map(toOfflineIncident),
    ...unobservedGaps(sampled),
  ]
    .filter(isLongEnough)
    .map(({ kind, exchange, cause, fiats: touched, from, to, isOpen }) => ({
      kind,
      exchange,
      cause,
      fiats: fiats.filter((fiat) => touched === 'all' || touched.has(fiat)),
      startMs: from * minuteMs,
      endMs: isOpen ? null : to * minuteMs,
    }))
    .toSorted((a, b) => widthNow(b) - widthNow(a) || b.startMs - a.startMs)
}

const widthNow = ({ endMs, fiats }: IncidentInput): number => (endMs === null ? fiats.length : 0)

type IncidentRun = ConsecutiveRun<IncidentKind> & {
  readonly exchange: string | null
  readonly cause: SourceCause | null
  readonly fiats: ReadonlySet<string> | 'all'
}
type Span = Pick<ConsecutiveRun<unknown>, 'from' | 'to'>

const minIncidentMinutes = 5
const isLongEnough = ({ from, to }: Span): boolean => to - from >= minIncidentMinutes

/** Minutes within which troubles that start together, or return, count as one. */
const joinWithinMinutes = 15

type TroubleKind = (typeof troubles)[number]
type Trouble = ConsecutiveRun<TroubleKind> & { readonly source: SourceUptime }

/** One exchange: its currencies that got into the same trouble at about the same time got into it together. */
function incidentsOfExchange(sources: readonly SourceUptime[], end: number): readonly IncidentRun[] {
  const all = sources.flatMap((source) => troublesOf(source, end)).toSorted((a, b) => a.from - b.from)
  return troubles.flatMap((kind) => {
    const groups: Trouble[][] = []
    for (const trouble of all.filter((one) => one.kind === kind)) {
      const group = groups.at(-1)
      if (group?.[0] !== undefined && trouble.from - group[0].from <= joinWithinMinutes) group.push(trouble)
      else groups.push([trouble])
    }
    return groups.flatMap(splitByOpen).map((group) => ({
      kind,
      exchange: group[0]?.source.exchange ?? null,
      cause: mainCause(group),
      fiats: new Set(group.map(({ source }) => source.fiat)),
      from: Math.min(...group.map(({ from }) => from)),
      to: Math.max(...group.map(({ to }) => to)),
      isOpen: group.some(({ isOpen }) => isOpen),
    }))
  })
}

/** Splits a group into open and ended troubles, because open ones are reported with their own currencies. */
const splitByOpen = (group: readonly Trouble[]): readonly (readonly Trouble[])[] =>
  [group.filter(({ isOpen }) => isOpen), group.filter(({ isOpen }) => !isOpen)].filter((part) => part.length > 0)

/** The same trouble again after a short while is the same trouble. */
function troublesOf(source: SourceUptime, end: number): readonly Trouble[] {
  const joined: Trouble[] = []
  for (const run of consecutiveRunsOf(source.intervals.map(troublePart), end)) {
    const before = joined.findLastIndex(({ kind }) => kind === run.kind)
    const last = joined[before]
    if (last !== undefined && run.from - last.to <= joinWithinMinutes)
      joined[before] = { ...run, from: last.from, source }
    else joined.push({ ...run, source })
  }
  return joined
}

const troublePart = ({ from, to, condition: { state } }: StatusInterval) => ({
  kind: troubles.find((kind) => kind === state) ?? null,
  from,
  to,
})

function mainCause(group: readonly Trouble[]): SourceCause | null {
  const minutes = new Map<SourceCause, number>()
  for (const trouble of group)
    for (const interval of intervalsWithin(trouble.source.intervals, trouble.from, trouble.to)) {
      const { cause } = interval.condition
      if (cause !== null) minutes.set(cause, (minutes.get(cause) ?? 0) + commonMinutes(interval, trouble))
    }
  const [main] = [...minutes].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a)
  return main?.[0] ?? null
}

const commonMinutes = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))

/** Reach of the server. A later value overrides earlier ones in the same minute. */
const reaches = ['quiet', 'unreached', 'reached'] as const
const unreached = reaches.indexOf('unreached') + 1
const outOfReach: ReadonlySet<SourceCause | null> = new Set(['network', 'dns', 'timeout', 'tls'])

function reachIn({ state, cause }: Condition): (typeof reaches)[number] {
  // An unsupported market stays `quiet` even when the exchange is unreachable.
  if (state === 'unsupported') return 'quiet'
  return state === 'stale' && outOfReach.has(cause) ? 'unreached' : 'reached'
}

/** One byte per minute; 0 means no sample. */
function reachOf(sources: readonly SourceUptime[], firstMinute: number, end: number): Uint8Array {
  const overall = new Uint8Array(end - firstMinute)
  for (const [index, reach] of reaches.entries())
    for (const { intervals } of sources)
      for (const { from, to, condition } of intervals)
        if (reachIn(condition) === reach) overall.fill(index + 1, from - firstMinute, to - firstMinute)
  return overall
}

const unreachedPart = ({ kind, from, to }: Span & { readonly kind: number }) => ({
  kind: kind === unreached ? ('offline' as const) : null,
  from,
  to,
})

const toOfflineIncident = (run: ConsecutiveRun<'offline'>): IncidentRun => ({
  ...run,
  exchange: null,
  cause: 'network',
  fiats: 'all',
})

function isPartOf(one: IncidentRun, offline: readonly Span[]): boolean {
  const common = offline.reduce((minutes, run) => minutes + commonMinutes(one, run), 0)
  return one.kind === 'stale' && common * 2 >= one.to - one.from
}

const unobservedGaps = (checks: readonly Span[]): readonly IncidentRun[] =>
  checks.slice(1).map(({ from }, index) => ({
    kind: 'unobserved',
    exchange: null,
    cause: null,
    fiats: 'all',
    from: checks[index]?.to ?? from,
    to: from,
    isOpen: false,
  }))
