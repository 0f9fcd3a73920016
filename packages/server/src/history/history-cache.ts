import { rangeOf, readPoints, type Series, slotMs, slotOf, slotStartMs, withRoomFor, writePoint } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { HistoryEntry, HistoryReader, HistoryStore, SeriesKey } from './history-stores.js'
import type { PointsRecorded } from './publish.js'

/** A day more than most plans may ask for: the first candle begins with its interval, not with the span. */
const hotDays = 31
const slotsPerDay = 288
const hotMs = hotDays * 86_400_000
/** A little more than is asked for, so that the oldest hundredth may make room without being missed. */
const hotSlots = Math.ceil((hotMs / slotMs) * 1.012)

/** The recorded past: the last 31 days from memory once they are loaded, anything older and anything not loaded yet from the store. */
export interface HistoryCache {
  addPoints(points: Omit<PointsRecorded, 'kind'>): void | Promise<void>
  /** A series that covers the asked range; other points may lie around it. Without waiting when memory has it. */
  readSeries(key: SeriesKey, fromMs: number, toMs: number): Series | Promise<Series>
  /** Start of the oldest slot with a price of this series, or of its oldest day if that day has none; null without a record. */
  firstMs(key: SeriesKey): Promise<number | null>
  isCached(key: SeriesKey, fromMs: number): boolean
  /** Fills the memory in small steps; the server answers meanwhile. Resolves with whether it was let finish. */
  warmUp(keys: readonly SeriesKey[]): Promise<boolean>
  reloadSeries(key: SeriesKey): Promise<void>
  reset(): void
  stop(): void
}

export function createHistoryCache({
  store,
  clock,
  timers,
}: {
  store: HistoryStore
  clock: Clock
  timers: Timers
}): HistoryCache {
  let hot = new Map<string, Series>()
  /** Written while their series was being loaded: they go on top of it. */
  let writesDuringLoad = new Map<string, HistoryWrite[]>()
  let stopped = false

  const addPoints = (points: Omit<PointsRecorded, 'kind'>): void | Promise<void> => {
    const { slotStartMs, entries } = points
    const astray: HistoryEntry[] = []
    for (const entry of entries) {
      const name = nameOf(entry)
      const series = hot.get(name)
      if (series !== undefined && isFarFrom(series, slotStartMs)) {
        hot.delete(name)
        astray.push(entry)
      } else if (series !== undefined) put(series, slotStartMs, entry)
      writesDuringLoad.get(name)?.push({ slotStartMs, entry })
    }
    // The clock was set: what memory holds is no longer the last 31 days.
    if (astray.length > 0) return loadAll(astray)
  }

  const loadAll = async (keys: readonly SeriesKey[]): Promise<void> => {
    for (const key of keys) await loadOne(key)
  }

  const loadOne = async (key: SeriesKey): Promise<void> => {
    const name = nameOf(key)
    const writes: HistoryWrite[] = []
    const waiting = writesDuringLoad
    waiting.set(name, writes)
    const nowMs = clock.wallMs()
    const fromSlot = slotOf(nowMs - hotMs)
    // Points may lie ahead of a clock that was set back.
    const newestMs = Math.min((await store.newestMs()) ?? nowMs, nowMs + slotsPerDay * slotMs)
    const toMs = Math.max(nowMs, newestMs) + slotMs
    const series = withRoomFor(hotSlots, await store.readSeries(key, slotStartMs(fromSlot), toMs))
    for (const { slotStartMs, entry } of writes) put(series, slotStartMs, entry)
    waiting.delete(name)
    if (waiting === writesDuringLoad) hot.set(name, series)
  }

  const cachedSeries = (key: SeriesKey, fromMs: number): Series | null => {
    const series = hot.get(nameOf(key))
    return series !== undefined && fromMs >= series.firstSlot * slotMs ? series : null
  }

  return {
    addPoints,
    readSeries: (key, fromMs, toMs) => cachedSeries(key, fromMs) ?? store.readSeries(key, fromMs, toMs),
    firstMs: async (key) => {
      const dayMs = await store.oldestDayMs(key)
      if (dayMs === null) return null
      const day = await store.readSeries(key, dayMs, dayMs + slotsPerDay * slotMs)
      return readPoints(day, { from: 0, to: day.length })[0]?.t ?? dayMs
    },
    isCached: (key, fromMs) => cachedSeries(key, fromMs) !== null,
    warmUp: async (keys) => {
      for (const key of keys) {
        if (stopped) return false
        await loadOne(key)
        await new Promise<void>((resolve) => timers.soon(resolve))
      }
      return true
    },
    reloadSeries: loadOne,
    reset: () => {
      hot = new Map()
      writesDuringLoad = new Map()
    },
    stop: () => {
      stopped = true
    },
  }
}

type HistoryWrite = { readonly slotStartMs: number; readonly entry: HistoryEntry }

const nameOf = ({ fiat, exchange }: SeriesKey): string => `${fiat} ${exchange}`

function isFarFrom(series: Series, t: number): boolean {
  const slot = slotOf(t)
  return slot < series.firstSlot || slot > series.firstSlot + series.length + slotsPerDay
}

const put = (series: Series, t: number, { buy, sell, buyAds, sellAds }: HistoryEntry): void =>
  writePoint(series, { t, buy, sell, buyAds, sellAds })

const dayMs = 86_400_000
/** Skip the newest 10 minutes, because memory and store may get them at different times. */
const settledMs = 600_000
const days = 30

/** Compare a random day of a random series in memory with the store, and reload the series if they differ. */
export function createHistoryCacheCheck(ports: {
  readonly historyCache: Pick<HistoryCache, 'isCached' | 'readSeries' | 'reloadSeries'>
  readonly store: HistoryReader
  readonly keys: readonly SeriesKey[]
  readonly clock: Clock
  readonly random: () => number
  readonly onDifference: (what: string) => void
}): () => Promise<void> {
  const { historyCache, store, keys, clock, random, onDifference } = ports
  const anyOf = (count: number): number => Math.min(count - 1, Math.floor(random() * count))

  return async () => {
    const key = keys[anyOf(keys.length)]
    const nowMs = clock.wallMs()
    const fromMs = Math.floor(nowMs / dayMs) * dayMs - anyOf(days) * dayMs
    const toMs = Math.min(fromMs + dayMs, nowMs - settledMs)
    if (key === undefined || toMs <= fromMs || !historyCache.isCached(key, fromMs)) return
    const remembered = textOf(await historyCache.readSeries(key, fromMs, toMs), fromMs, toMs)
    const recorded = textOf(await store.readSeries(key, fromMs, toMs), fromMs, toMs)
    if (remembered === recorded) return
    onDifference(`${key.exchange} ${key.fiat} of ${new Date(fromMs).toISOString().slice(0, 10)}`)
    await historyCache.reloadSeries(key)
  }
}

const textOf = (series: Series, fromMs: number, toMs: number): string =>
  JSON.stringify(readPoints(series, rangeOf(series, fromMs, toMs - 1)))
