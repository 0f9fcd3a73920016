import { type Fiat, fiats } from '@p2p-rates/core'
import type { FixingSlot } from '@p2p-rates/core/internal'
import { type Config, type HistoryEntry, openStore, type UptimeQuarter, writeUsdtUsd } from '@p2p-rates/server'
import {
  type CrossedFiats,
  fixingSlotHistory,
  generateHistory,
  generateOutages,
  indexHistory,
  officialRateHistory,
  type PastOutage,
  usdtUsdHistory,
} from '@p2p-rates/simulator'

type SimulatedMarket = { readonly seed: number; readonly crossed: CrossedFiats }
type Span = { readonly fromMs: number; readonly toMs: number }

const minuteMs = 60_000
const quarterMs = 15 * minuteMs

/** Writes down what a server would have recorded over a time; resolves with the number of prices. */
export async function loadSimulatedHistory(config: Config, world: SimulatedMarket, span: Span): Promise<number> {
  const store = await openStore(config)
  const faults = generateOutages({ seed: world.seed, ...span })
  const fixingSlots = new Map<Fiat, FixingSlot[]>()
  const loaded = await store.history.load(slotsOf(world, span, faults, fixingSlots))
  for (const [fiat, slots] of fixingSlots) await store.fixings.saveSlots(fiat, slots)
  // As if read a day ago, so that the banks are asked at the start.
  const readAtMs = span.toMs - 86_400_000
  const past = officialRateHistory({ ...world, ...span, toMs: readAtMs })
  await store.officials.write(past.map((rate) => ({ ...rate, readAtMs })))
  for (const usdtUsd of usdtUsdHistory({ ...world, ...span })) await writeUsdtUsd(store, usdtUsd)
  await store.uptime.load(quartersOf(world, span, faults, config.EXCHANGES))
  await store.close()
  return loaded
}

/** Adds the inputs of fixings to `fixingSlots`. */
function* slotsOf(
  { seed, crossed }: SimulatedMarket,
  span: Span,
  faults: readonly PastOutage[],
  fixingSlots: Map<Fiat, FixingSlot[]>,
) {
  for (const { atMs, points } of generateHistory({ seed, crossed, ...span })) {
    const now = faults.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    const seen = points.filter((point) => !now.some((trouble) => affects(trouble, point)))
    const index = indexHistory(seen).map((point) => ({ ...point, exchange: 'index' }))
    for (const [fiat, slot] of fixingSlotHistory(seen, atMs))
      fixingSlots.set(fiat, [...(fixingSlots.get(fiat) ?? []), slot])
    yield { slotMs: atMs, entries: [...seen, ...bestOf(seen), ...index] }
  }
}

const affects = (
  trouble: PastOutage,
  { exchange, fiat }: { readonly exchange: string; readonly fiat: Fiat },
): boolean => trouble.exchange === exchange && trouble.fiats.includes(fiat)

function bestOf(points: readonly HistoryEntry[]): HistoryEntry[] {
  const best = new Map<string, HistoryEntry>()
  for (const { fiat, buy, sell, buyAds, sellAds } of points) {
    const known = best.get(fiat) ?? { fiat, exchange: 'best', buy: null, sell: null, buyAds: 0, sellAds: 0 }
    const buysBetter = buy !== null && (known.buy === null || buy < known.buy)
    const sellsBetter = sell !== null && (known.sell === null || sell > known.sell)
    best.set(fiat, { ...known, ...(buysBetter ? { buy, buyAds } : {}), ...(sellsBetter ? { sell, sellAds } : {}) })
  }
  return [...best.values()]
}

type ConditionIntervals = UptimeQuarter['sources'][number]['stretches']
type Condition = NonNullable<ConditionIntervals[number]['condition']>

const live: Condition = { state: 'live', cause: null }
const unsupported: Condition = { state: 'unsupported', cause: null }
const conditions: Readonly<Record<PastOutage['kind'], Condition>> = {
  refused: { state: 'blocked', cause: 'blocked' },
  silent: { state: 'stale', cause: 'timeout' },
  implausible: { state: 'held_out', cause: 'implausible' },
}

/** Both sides of a board, three times in a quarter of an hour. */
const requestsPerQuarter = 6

/** Observations of every source by quarter of an hour, without the current minute. */
function* quartersOf(
  { seed }: SimulatedMarket,
  { fromMs, toMs }: Span,
  faults: readonly PastOutage[],
  exchanges: readonly string[],
): Generator<UptimeQuarter> {
  const [cycle] = generateHistory({ seed, fromMs: toMs - quarterMs, toMs })
  const isTraded = new Set(cycle?.points.map(({ exchange, fiat }) => `${exchange} ${fiat}`))
  const keys = exchanges.flatMap((exchange) => fiats.map((fiat) => ({ exchange, fiat })))
  const end = Math.floor(toMs / minuteMs) * minuteMs
  for (let startMs = Math.ceil(fromMs / quarterMs) * quarterMs; startMs < end; startMs += quarterMs) {
    const minutes = Math.min(quarterMs, end - startMs) / minuteMs
    const now = faults.filter((trouble) => trouble.fromMs < startMs + quarterMs && startMs < trouble.toMs)
    const sources = keys.map((key) => {
      const own = now.filter((trouble) => affects(trouble, key))
      const seen = isTraded.has(`${key.exchange} ${key.fiat}`) ? live : unsupported
      return { ...key, ...quarterObservation(startMs, minutes, seen, own) }
    })
    yield { startMs, sources }
  }
}

/** Maximum age in minutes; older data count as this age. */
const oldest = 10

function quarterObservation(startMs: number, minutes: number, usual: Condition, faults: readonly PastOutage[]) {
  const intervals: { minutes: number; condition: Condition }[] = []
  const ages = Array.from({ length: oldest + 1 }, () => 0)
  let live = 0
  for (let minute = 0; minute < minutes; minute++) {
    const atMs = startMs + minute * minuteMs
    const trouble = faults.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    const condition = trouble === undefined ? usual : conditions[trouble.kind]
    const last = intervals.at(-1)
    if (last?.condition === condition) last.minutes += 1
    else intervals.push({ minutes: 1, condition })
    live += Number(trouble === undefined)
    // A live source has ages from 0 to 4 minutes, because its interval is 5 minutes. A failing one ages by a minute
    // each minute.
    const age = trouble === undefined ? minute % 5 : Math.min(oldest, Math.ceil((atMs - trouble.fromMs) / minuteMs) + 1)
    ages[age] = (ages[age] ?? 0) + 1
  }
  const due = usual.state === 'live' ? Math.round((requestsPerQuarter * minutes) / 15) : 0
  return { stretches: intervals, due, answered: Math.round((due * live) / minutes), ages: due === 0 ? [] : ages }
}
