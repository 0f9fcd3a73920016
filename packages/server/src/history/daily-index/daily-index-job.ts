import { indexOfAll, toUsdtUsdResponse } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import {
  type FixingInputs,
  firstFixingState,
  fixingOf,
  fixingOfInputs,
  fixingWindow,
  nextFixingState,
  rangeOf,
  readPoints,
} from '@p2p-rates/core/internal'
import type { ReadableNotes } from '../../base/notes.js'
import { dayMs, utcDay } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import { readUsdtUsdNote } from '../../market/usdt-usd-notes.js'
import type { FixingStore, HistoryReader, LastEntry, NewFixingEntry } from '../history-stores.js'
import { nextFixingEntry } from './fixing-chain.js'

const minuteMs = 60_000

/** Time after a slot's end in which it may still be written. Prices up to 10 minutes old are shown and recorded. */
const settledMs = 10 * minuteMs

const mostDays = 31

export type DailyIndexStore = ReadableNotes & {
  readonly fixings: FixingStore
  readonly history: HistoryReader
}

/** Creates the fixing of the day whose noon has passed, and of missed days. Runs at most once a minute. */
export function createDailyIndexJob(ports: {
  readonly store: DailyIndexStore
  readonly fiats: readonly Fiat[]
  readonly clock: Clock
}): () => Promise<void> {
  const { store, fiats, clock } = ports
  /** By currency, when all days were looked at: until the chain grows, or a day passes, the newest alone is of interest. */
  const searched = new Map<Fiat, string>()
  let lastMinute = Number.NaN

  const figureOf = async (fiat: Fiat, startMs: number, end: LastEntry | null, before: FixingInputs | null) => {
    const [fromMs, toMs] = [startMs + fixingWindow.fromMs, startMs + fixingWindow.toMs]
    const state = before === null ? firstFixingState(end !== null) : nextFixingState(before)
    const inputs = { ...state, slots: await store.fixings.readSlots(fiat, fromMs, toMs) }
    const result = fixingOfInputs(inputs)
    if (result !== null) return { figure: { ...result, method_next: result.next }, inputs }
    if (before !== null) return null
    // Records of a release before inputs were recorded.
    const series = await store.history.readSeries({ fiat, exchange: indexOfAll }, fromMs, toMs)
    const figure = fixingOf(readPoints(series, rangeOf(series, fromMs, toMs - 1)))
    return figure && { figure }
  }

  const fix = async (fiat: Fiat, newestMs: number): Promise<void> => {
    const end = await store.fixings.lastEntry(fiat)
    const known = `${end?.digest} ${newestMs}`
    const oldestMs = newestMs - (searched.get(fiat) === known ? 0 : mostDays - 1) * dayMs
    const fixed = new Set(
      (await store.fixings.readFixings(fiat, utcDay(oldestMs), utcDay(newestMs))).map(({ day }) => day),
    )
    const links: NewFixingEntry[] = []
    let newest = await store.fixings.newestInputs(fiat)
    for (let startMs = oldestMs; startMs <= newestMs; startMs += dayMs) {
      const [day, last] = [utcDay(startMs), links.at(-1) ?? end]
      const made = fixed.has(day) ? null : await figureOf(fiat, startMs, last, newest)
      if (made === null) continue
      const usdtUsd = (await readUsdtUsdNote(store))?.atFixings[day]
      const noted = usdtUsd && { usdt_usd: toUsdtUsdResponse(usdtUsd) }
      const facts = { ...made.figure, ...noted, day, madeAtMs: clock.wallMs(), correction: null }
      links.push(nextFixingEntry(last, fiat, facts, made.inputs))
      newest = made.inputs ?? newest
    }
    // Look again in the next minute if another server appended first.
    if (links.length > 0) await store.fixings.appendFixings(links, end)
    else searched.set(fiat, known)
  }

  return async () => {
    const minute = Math.floor(clock.wallMs() / minuteMs)
    if (minute === lastMinute) return
    const settled = clock.wallMs() - settledMs - fixingWindow.toMs
    for (const fiat of fiats) await fix(fiat, Math.floor(settled / dayMs) * dayMs)
    lastMinute = minute
  }
}
