import {
  rangeOf,
  readPoints,
  type Series,
  slotMs,
  slotOf,
  slotStartMs,
  withRoomFor,
  writePoint,
} from '@p2p-rates/core/internal'
import { dayMs, utcDay } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import { nextTurn, type Timers } from '../base/time/timers.js'
import type { HistoryEntry, HistoryReader, HistoryStore, SeriesKey } from './history-stores.js'
import type { PointsRecorded } from './publish.js'

/** A day more than most plans may ask for: the first candle begins with its interval, not with the span. */
const hotDays = 31
const slotsPerDay = 288
const hotMs = hotDays * dayMs
/** A little more than is asked for, so that the oldest hundredth may make room without being missed. */
const hotSlots = Math.ceil((hotMs / slotMs) * 1.012)

type HistoryCachePorts = { readonly store: HistoryStore; readonly clock: Clock; readonly timers: Timers }

/** The recorded past: the last 31 days from memory once they are loaded, anything older and anything not loaded yet from the store. */
export function createHistoryCache(ports: HistoryCachePorts) {
  const { store, timers } = ports
  const cache: CacheState = { ...ports, hot: new Map(), writesDuringLoad: new Map() }
  let stopped = false
  return {
    addPoints: (points: Omit<PointsRecorded, 'kind'>): void | Promise<void> => addPoints(cache, points),
    /** A series that covers the asked range; other points may lie around it. Without waiting when memory has it. */
    readSeries: (key: SeriesKey, fromMs: number, toMs: number): Series | Promise<Series> =>
      cachedSeries(cache, key, fromMs) ?? store.readSeries(key, fromMs, toMs),
    /** Start of the oldest slot with a price of this series, or of its oldest day if that day has none; null without a record. */
    firstMs: async (key: SeriesKey): Promise<number | null> => {
      const oldestMs = await store.oldestDayMs(key)
      if (oldestMs === null) return null
      const day = await store.readSeries(key, oldestMs, oldestMs + dayMs)
      return readPoints(day, { from: 0, to: day.length })[0]?.t ?? oldestMs
    },
    isCached: (key: SeriesKey, fromMs: number): boolean => cachedSeries(cache, key, fromMs) !== null,
    /** Fills the memory in small steps; the server answers meanwhile. False if it was stopped before the end. */
    warmUp: async (keys: readonly SeriesKey[]): Promise<boolean> => {
      for (const key of keys) {
        if (stopped) return false
        await loadSeries(cache, key)
        await nextTurn(timers)
      }
      return true
    },
    reloadSeries: (key: SeriesKey): Promise<void> => loadSeries(cache, key),
    reset: (): void => {
      cache.hot = new Map()
      cache.writesDuringLoad = new Map()
    },
    stop: (): void => {
      stopped = true
    },
  }
}

export type HistoryCache = ReturnType<typeof createHistoryCache>

type HistoryWrite = { readonly slotStartMs: number; readonly entry: HistoryEntry }

type CacheState = HistoryCachePorts & {
  hot: Map<string, Series>
  /** Written while their series was being loaded: they go on top of it. */
  writesDuringLoad: Map<string, HistoryWrite[]>
}

function addPoints(cache: CacheState, { slotStartMs, entries }: Omit<PointsRecorded, 'kind'>): void | Promise<void> {
  const astray: HistoryEntry[] = []
  for (const entry of entries) {
    const name = nameOf(entry)
    const series = cache.hot.get(name)
    if (series !== undefined && isFarFrom(series, slotStartMs)) {
      cache.hot.delete(name)
      astray.push(entry)
    } else if (series !== undefined) put(series, slotStartMs, entry)
    cache.writesDuringLoad.get(name)?.push({ slotStartMs, entry })
  }
  // The clock was set: what memory holds is no longer the last 31 days.
  if (astray.length > 0) return loadAll(cache, astray)
}

async function loadAll(cache: CacheState, keys: readonly SeriesKey[]): Promise<void> {
  for (const key of keys) await loadSeries(cache, key)
}

async function loadSeries(cache: CacheState, key: SeriesKey): Promise<void> {
  const { store, clock, writesDuringLoad } = cache
  const name = nameOf(key)
  const writes: HistoryWrite[] = []
  writesDuringLoad.set(name, writes)
  const nowMs = clock.wallMs()
  const fromSlot = slotOf(nowMs - hotMs)
  // Points may lie ahead of a clock that was set back.
  const newestMs = Math.min((await store.newestMs()) ?? nowMs, nowMs + dayMs)
  const toMs = Math.max(nowMs, newestMs) + slotMs
  const series = withRoomFor(hotSlots, await store.readSeries(key, slotStartMs(fromSlot), toMs))
  for (const { slotStartMs, entry } of writes) put(series, slotStartMs, entry)
  writesDuringLoad.delete(name)
  // A reset meanwhile has made this series worthless.
  if (writesDuringLoad === cache.writesDuringLoad) cache.hot.set(name, series)
}

function cachedSeries({ hot }: CacheState, key: SeriesKey, fromMs: number): Series | null {
  const series = hot.get(nameOf(key))
  return series !== undefined && fromMs >= series.firstSlot * slotMs ? series : null
}

const nameOf = ({ fiat, exchange }: SeriesKey): string => `${fiat} ${exchange}`

function isFarFrom(series: Series, t: number): boolean {
  const slot = slotOf(t)
  return slot < series.firstSlot || slot > series.firstSlot + series.length + slotsPerDay
}

const put = (series: Series, t: number, { buy, sell, buyAds, sellAds }: HistoryEntry): void =>
  writePoint(series, { t, buy, sell, buyAds, sellAds })

/** Skip the newest 10 minutes, because memory and store may get them at different times. */
const settledMs = 600_000
const checkedDays = 30

export async function checkHistoryCache(ports: {
  readonly cache: Pick<HistoryCache, 'isCached' | 'readSeries' | 'reloadSeries'>
  readonly store: HistoryReader
  readonly keys: readonly SeriesKey[]
  readonly clock: Clock
  readonly random: () => number
  readonly onDifference: (what: string) => void
}): Promise<void> {
  const { cache, store, keys, clock, random, onDifference } = ports
  const anyOf = (count: number): number => Math.min(count - 1, Math.floor(random() * count))
  const key = keys[anyOf(keys.length)]
  const nowMs = clock.wallMs()
  const fromMs = Math.floor(nowMs / dayMs) * dayMs - anyOf(checkedDays) * dayMs
  const toMs = Math.min(fromMs + dayMs, nowMs - settledMs)
  if (key === undefined || toMs <= fromMs || !cache.isCached(key, fromMs)) return
  const remembered = textOf(await cache.readSeries(key, fromMs, toMs), fromMs, toMs)
  const recorded = textOf(await store.readSeries(key, fromMs, toMs), fromMs, toMs)
  if (remembered === recorded) return
  onDifference(`${key.exchange} ${key.fiat} of ${utcDay(fromMs)}`)
  await cache.reloadSeries(key)
}

const textOf = (series: Series, fromMs: number, toMs: number): string =>
  JSON.stringify(readPoints(series, rangeOf(series, fromMs, toMs - 1)))
