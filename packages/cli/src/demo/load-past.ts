import { type Fiat, fiats } from '@p2p-rates/core'
import { type Config, type HistoryEntry, openStore, type UptimeQuarter } from '@p2p-rates/server'
import {
  type CrossedFiats,
  generateHistory,
  generateTroubles,
  pastIndex,
  pastOfficials,
  type Trouble,
} from '@p2p-rates/simulator'

type World = { readonly seed: number; readonly crossed: CrossedFiats }
type Span = { readonly fromMs: number; readonly toMs: number }

const minuteMs = 60_000
const quarterMs = 15 * minuteMs

/** Writes down what a server would have recorded over a time; resolves with the number of prices. */
export async function loadPast(config: Config, world: World, span: Span): Promise<number> {
  const store = await openStore(config)
  const troubles = generateTroubles({ seed: world.seed, ...span })
  const loaded = await store.history.load(slotsOf(world, span, troubles))
  // As if read a day ago, so that the banks are asked at the start.
  const readAtMs = span.toMs - 86_400_000
  const past = pastOfficials({ ...world, ...span, toMs: readAtMs })
  await store.officials.write(past.map((rate) => ({ ...rate, readAtMs })))
  await store.uptime.load(quartersOf(world, span, troubles, config.EXCHANGES))
  await store.close()
  return loaded
}

function* slotsOf({ seed, crossed }: World, span: Span, troubles: readonly Trouble[]) {
  for (const { atMs, points } of generateHistory({ seed, crossed, ...span })) {
    const now = troubles.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    const seen = points.filter((point) => !now.some((trouble) => touches(trouble, point)))
    const index = pastIndex(seen).map((point) => ({ ...point, exchange: 'index' }))
    yield { slotMs: atMs, entries: [...seen, ...bestOf(seen), ...index] }
  }
}

const touches = (trouble: Trouble, { exchange, fiat }: { readonly exchange: string; readonly fiat: Fiat }): boolean =>
  trouble.exchange === exchange && trouble.fiats.includes(fiat)

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

type Stretches = UptimeQuarter['sources'][number]['stretches']
type Condition = NonNullable<Stretches[number]['condition']>

const live: Condition = { state: 'live', cause: null }
const unsupported: Condition = { state: 'unsupported', cause: null }
const conditions: Readonly<Record<Trouble['kind'], Condition>> = {
  refused: { state: 'blocked', cause: 'blocked' },
  silent: { state: 'stale', cause: 'timeout' },
  implausible: { state: 'held_out', cause: 'implausible' },
}

/** Both sides of a board, three times in a quarter of an hour. */
const asksAQuarter = 6

/** Observations of every source by quarter of an hour, without the current minute. */
function* quartersOf(
  { seed }: World,
  { fromMs, toMs }: Span,
  troubles: readonly Trouble[],
  exchanges: readonly string[],
): Generator<UptimeQuarter> {
  const [cycle] = generateHistory({ seed, fromMs: toMs - quarterMs, toMs })
  const isTraded = new Set(cycle?.points.map(({ exchange, fiat }) => `${exchange} ${fiat}`))
  const keys = exchanges.flatMap((exchange) => fiats.map((fiat) => ({ exchange, fiat })))
  const end = Math.floor(toMs / minuteMs) * minuteMs
  for (let startMs = Math.ceil(fromMs / quarterMs) * quarterMs; startMs < end; startMs += quarterMs) {
    const minutes = Math.min(quarterMs, end - startMs) / minuteMs
    const now = troubles.filter((trouble) => trouble.fromMs < startMs + quarterMs && startMs < trouble.toMs)
    const sources = keys.map((key) => {
      const own = now.filter((trouble) => touches(trouble, key))
      const seen = isTraded.has(`${key.exchange} ${key.fiat}`) ? live : unsupported
      return { ...key, ...lookedAt(startMs, minutes, seen, own) }
    })
    yield { startMs, sources }
  }
}

/** Maximum age in minutes; older data count as this age. */
const oldest = 10

function lookedAt(startMs: number, minutes: number, usual: Condition, troubles: readonly Trouble[]) {
  const stretches: { minutes: number; condition: Condition }[] = []
  const ages = Array.from({ length: oldest + 1 }, () => 0)
  let live = 0
  for (let minute = 0; minute < minutes; minute++) {
    const atMs = startMs + minute * minuteMs
    const trouble = troubles.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    const condition = trouble === undefined ? usual : conditions[trouble.kind]
    const last = stretches.at(-1)
    if (last?.condition === condition) last.minutes += 1
    else stretches.push({ minutes: 1, condition })
    live += Number(trouble === undefined)
    // A live source has ages from 0 to 4 minutes, because its interval is 5 minutes. A failing one ages by a minute
    // each minute.
    const age = trouble === undefined ? minute % 5 : Math.min(oldest, Math.ceil((atMs - trouble.fromMs) / minuteMs) + 1)
    ages[age] = (ages[age] ?? 0) + 1
  }
  const due = usual.state === 'live' ? Math.round((asksAQuarter * minutes) / 15) : 0
  return { stretches, due, answered: Math.round((due * live) / minutes), ages: due === 0 ? [] : ages }
}
