import type { Incident, Quality, SeriesGap } from '@p2p-rates/contract'
import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createFairAccountQueue } from '../../base/concurrency/fair-account-queue.js'
import { systemTimers } from '../../base/time/timers.js'
import { createHistoryCache } from '../../history/history-cache.js'
import type { Condition, HistoryEntry, Quarter, SourceQuarter, StatusSample } from '../../history/history-stores.js'
import { createUptimeCache } from '../../history/source-status/uptime-cache.js'
import { createUptimeReader } from '../../history/source-status/uptime-reader.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { createHistoryQueryRunner } from './history-queries.js'
import { qualityEndpoint } from './source-status.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 25)

const minute = 60_000
const slot = 5 * minute
const day = 1_440 * minute
const exchanges = ['binance', 'okx', 'mexc'] as const
const fiats = ['UAH', 'EUR'] as const

type Look = { readonly at: number; readonly exchange: string; readonly fiat: string } & Condition & {
    readonly ageSeconds: number | null
  }
type Written = { readonly t: number } & HistoryEntry
type World = { readonly nowMs: number; readonly checks: readonly Look[]; readonly written: readonly Written[] }

const iso = (ms: number): string => new Date(ms).toISOString()
const midnightOf = (ms: number): number => ms - (ms % day)
const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : (part * 10_000 - ((part * 10_000) % all)) / all / 100

/** Slot by slot: those that have closed since the series has its first price, and those of them that hold one. */
function seriesSlowly({ nowMs, written }: World, exchange: string, days: number) {
  const own = new Set<number>()
  for (const one of written)
    if (one.fiat === 'UAH' && one.exchange === exchange && (one.buy !== null || one.sell !== null)) own.add(one.t)
  const since = own.size === 0 ? null : Math.min(...own)
  const perDay = []
  const gaps: { from: number; to: number; isOpen: boolean }[] = []
  let [slots, present] = [0, 0]
  for (let first = midnightOf(nowMs) - (days - 1) * day; first <= nowMs; first += day) {
    let [slotsOfDay, presentOfDay] = [0, 0]
    for (let t = first; t < first + day && t + slot <= nowMs; t += slot) {
      if (since === null || t < since) continue
      slotsOfDay += 1
      if (own.has(t)) {
        presentOfDay += 1
        continue
      }
      const last = gaps.at(-1)
      const isOpen = t + 2 * slot > nowMs
      if (last?.to === t) gaps[gaps.length - 1] = { from: last.from, to: t + slot, isOpen }
      else gaps.push({ from: t, to: t + slot, isOpen })
    }
    const share = shareOf(presentOfDay, slotsOfDay)
    perDay.push({ day: iso(first).slice(0, 10), slots: slotsOfDay, present: presentOfDay, share_pct: share })
    slots += slotsOfDay
    present += presentOfDay
  }
  const recorded = since === null ? null : iso(since)
  const told = {
    exchange,
    recorded_from_at: recorded,
    slots,
    present,
    share_pct: shareOf(present, slots),
    days: perDay,
  }
  return { told, gaps }
}

/** State of the sources in most of these minutes. Returns several states if they are tied. */
function reasonsSlowly({ checks }: World, exchange: string, from: number, to: number): readonly string[] {
  const inside = checks.filter(
    (look) =>
      look.fiat === 'UAH' && look.at >= from && look.at < to && (isMade(exchange) || look.exchange === exchange),
  )
  const looked = new Set(inside.map(({ at }) => at)).size
  const all = (to - from) / minute
  if (looked * 2 < all) return ['unobserved null']
  const traded = inside.filter(({ state }) => state !== 'unsupported')
  const counts = new Map<string, number>()
  for (const { state, cause } of traded.length > 0 ? traded : inside) {
    const name = `${state === 'live' ? 'no_price' : state} ${state === 'live' ? null : cause}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([name]) => name)
}

const isMade = (exchange: string): boolean => exchange === 'best' || exchange === 'index'

/** Counts each started minute of an age. An age of 10 minutes or more counts as 11 and meets no target. */
function freshnessSlowly({ nowMs, checks }: World, exchange: string, days: number, targetSeconds: number) {
  const minutes: number[] = []
  for (const { at, fiat, exchange: of, ageSeconds } of checks)
    if (fiat === 'UAH' && of === exchange && ageSeconds !== null && at >= midnightOf(nowMs) - (days - 1) * day)
      minutes.push(Math.min(11, Math.floor(ageSeconds / 60) + 1))
  minutes.sort((a, b) => a - b)
  const atLeast = (percent: number): number | null => {
    for (const [at, age] of minutes.entries()) if ((at + 1) * 100 >= percent * minutes.length) return age * 60
    return null
  }
  const inTime = minutes.filter((age) => age <= 10 && age * 60 <= targetSeconds).length
  return {
    ...{ exchange, checks: minutes.length, p50_seconds: atLeast(50), p95_seconds: atLeast(95) },
    ...{ target_seconds: targetSeconds, within_target_pct: shareOf(inTime, minutes.length) },
  }
}

type Run = { readonly from: number; readonly to: number; readonly isOpen: boolean }
type Happened = Run & { readonly kind: string; readonly exchange: string | null; readonly fiats: readonly string[] } & {
  /** Several where two were seen equally often. */
  readonly causes: readonly (string | null)[]
}

/**
 * Joins minutes with the condition into runs. A gap of under an hour without samples doesn't end a run. A run whose
 * last minute is at most an hour old is open.
 */
function runsSlowly(seen: readonly { readonly at: number; readonly is: boolean }[], end: number): Run[] {
  const runs: Run[] = []
  let [from, to] = [Number.NaN, Number.NaN]
  for (const { at, is } of seen) {
    const isSame = is && !Number.isNaN(from) && at - to < 60 * minute
    if (!isSame && !Number.isNaN(from)) runs.push({ from, to, isOpen: false })
    if (!isSame) from = is ? at : Number.NaN
    to = at + minute
  }
  if (!Number.isNaN(from)) runs.push({ from, to, isOpen: end - to <= 60 * minute })
  return runs
}

const lines = ['network', 'dns', 'timeout', 'tls']
const minutesOf = ({ from, to }: Run): number => (to - from) / minute

/** Incidents by the guide's rules: at least 5 minutes long, and a return within 15 minutes continues the same one. */
function incidentsSlowly({ checks }: World): Happened[] {
  const ats = [...new Set(checks.map(({ at }) => at))].sort((a, b) => a - b)
  const end = (ats.at(-1) ?? 0) + minute
  const reach = ats.map((at) => {
    const traded = looksAt(checks, at).filter(({ state }) => state !== 'unsupported')
    const isLost = ({ state, cause }: Look) => state === 'stale' && lines.includes(String(cause))
    return { at, is: traded.length > 0 && traded.every(isLost) }
  })
  const isCompared = new Set(checks.map(({ exchange }) => exchange)).size > 1
  const offline = isCompared ? runsSlowly(reach, end).filter((run) => minutesOf(run) >= 5) : []
  const happened: Happened[] = offline.map((run) => ({
    ...{ ...run, kind: 'offline', exchange: null, fiats, causes: ['network'] },
  }))
  for (const [index, at] of ats.entries()) {
    const from = (ats[index - 1] ?? at) + minute
    if (at - from >= 5 * minute)
      happened.push({ from, to: at, isOpen: false, kind: 'unobserved', exchange: null, fiats, causes: [null] })
  }
  for (const exchange of exchanges)
    for (const kind of ['stale', 'frozen', 'blocked', 'held_out'])
      for (const one of troublesSlowly(checks, exchange, kind, end)) {
        let common = 0
        for (const run of offline) common += Math.max(0, Math.min(run.to, one.to) - Math.max(run.from, one.from))
        if (kind === 'stale' && common * 2 >= one.to - one.from) continue
        if (minutesOf(one) >= 5) happened.push({ ...one, kind, exchange })
      }
  return happened
}

function grouped<T, K>(items: readonly T[], nameOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group === undefined) groups.set(nameOf(item), [item])
    else group.push(item)
  }
  return groups
}

const byMinute = new WeakMap<readonly Look[], Map<number, Look[]>>()
function looksAt(checks: readonly Look[], at: number): readonly Look[] {
  const known = byMinute.get(checks) ?? grouped(checks, (look) => look.at)
  byMinute.set(checks, known)
  return known.get(at) ?? []
}

/** Merges troubles of one exchange that start within 15 minutes across currencies. Open ones form their own group. */
function troublesSlowly(checks: readonly Look[], exchange: string, kind: string, end: number) {
  const all: (Run & { readonly fiat: string })[] = []
  for (const fiat of fiats) {
    const own = checks.filter((look) => look.exchange === exchange && look.fiat === fiat)
    let before: (Run & { readonly fiat: string }) | null = null
    for (const run of runsSlowly(
      own.map(({ at, state }) => ({ at, is: state === kind })),
      end,
    )) {
      const isBack: boolean = before !== null && run.from - before.to <= 15 * minute
      if (before !== null && !isBack) all.push(before)
      before = { ...run, from: isBack && before !== null ? before.from : run.from, fiat }
    }
    if (before !== null) all.push(before)
  }
  all.sort((a, b) => a.from - b.from)
  const groups: (typeof all)[] = []
  for (const trouble of all) {
    const first = groups.at(-1)?.[0]
    if (first !== undefined && trouble.from - first.from <= 15 * minute) groups.at(-1)?.push(trouble)
    else groups.push([trouble])
  }
  return groups
    .flatMap((group) => [group.filter(({ isOpen }) => isOpen), group.filter(({ isOpen }) => !isOpen)])
    .filter((group) => group.length > 0)
    .map((group) => ({
      from: Math.min(...group.map(({ from }) => from)),
      to: Math.max(...group.map(({ to }) => to)),
      isOpen: group.some(({ isOpen }) => isOpen),
      fiats: fiats.filter((fiat) => group.some((one) => one.fiat === fiat)),
      causes: causesSlowly(checks, exchange, group),
    }))
}

function causesSlowly(checks: readonly Look[], exchange: string, group: readonly (Run & { readonly fiat: string })[]) {
  const counts = new Map<string, number>()
  for (const { fiat, from, to } of group)
    for (const look of checks)
      if (look.exchange === exchange && look.fiat === fiat && look.at >= from && look.at < to && look.cause !== null)
        counts.set(look.cause, (counts.get(look.cause) ?? 0) + 1)
  if (counts.size === 0) return [null]
  const most = Math.max(...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([cause]) => cause)
}

/** Incidents that affected the currency on these days: open ones by number of currencies, then the newest. */
function toldIncidents(happened: readonly Happened[], { nowMs }: World, exchange: string | undefined, days: number) {
  const begin = midnightOf(nowMs) - (days - 1) * day
  const width = ({ isOpen, fiats: touched }: Happened) => (isOpen ? touched.length : 0)
  return happened
    .filter((one) => one.fiats.includes('UAH') && (one.isOpen || one.to > begin))
    .filter((one) => exchange === undefined || one.exchange === null || one.exchange === exchange)
    .toSorted((a, b) => width(b) - width(a) || b.from - a.from)
}

const isThis = (told: Incident, meant: Happened): boolean =>
  told.kind === meant.kind &&
  told.exchange === meant.exchange &&
  meant.causes.includes(told.cause) &&
  told.fiats.join() === meant.fiats.join() &&
  told.started_at === iso(meant.from) &&
  told.ended_at === (meant.isOpen ? null : iso(meant.to))

const conditions: readonly Condition[] = [
  { state: 'stale', cause: 'network' },
  { state: 'stale', cause: 'timeout' },
  { state: 'stale', cause: 'unavailable' },
  { state: 'frozen', cause: null },
  { state: 'blocked', cause: 'blocked' },
  { state: 'held_out', cause: 'implausible' },
  { state: 'empty', cause: null },
  { state: 'unsupported', cause: null },
]

function someLooks(random: Random, nowMs: number, days: number): Look[] {
  const checks: Look[] = []
  const restless = random.chance(0.3)
  const quiet = restless ? 30 : random.pick([90, 400, 2_000])
  const length = () => random.pick([1, 4, 5, 6, 14, 15, 16, 59, 60, 61, random.integer(1, restless ? 8 : 300)])
  const begin = midnightOf(nowMs) - days * day
  const skipped = new Set<number>()
  const lost = new Set<number>()
  /** Condition of one exchange around a gap in the samples, or before its last sample. */
  const around = new Map<string, Condition>()
  const surround = (exchange: string, from: number, to: number): void => {
    const condition = random.pick(conditions)
    for (let at = from - 10 * minute; at <= to + 10 * minute; at += minute) around.set(`${exchange} ${at}`, condition)
  }
  for (let at = begin; at <= nowMs; at += minute) {
    if (!random.chance(0.5 / quiet)) continue
    const minutes = random.pick([skipped, lost])
    const long = length()
    for (let more = long; more > 0; more--) minutes.add(at + more * minute)
    if (minutes === skipped && random.chance(0.7)) surround(random.pick(exchanges), at, at + long * minute)
  }
  for (const exchange of exchanges) {
    if (random.chance(0.1)) continue
    const shared = random.chance(0.5)
    const moments = (): Map<number, Condition> => {
      const found = new Map<number, Condition>()
      for (let at = begin; at <= nowMs; at += minute) {
        if (!random.chance(1 / quiet)) continue
        const condition = random.pick(conditions)
        for (let more = length(); more > 0; more--) found.set(at + more * minute, condition)
      }
      return found
    }
    const together = moments()
    const lastAt = random.chance(0.3) ? nowMs - random.pick([58, 59, 60, 61]) * minute : nowMs
    if (lastAt < nowMs) surround(exchange, midnightOf(lastAt) + Math.floor((lastAt % day) / minute) * minute, lastAt)
    for (const fiat of fiats) {
      const own = shared ? together : moments()
      const late = shared ? random.integer(0, 20) * minute : 0
      for (let at = begin; at <= nowMs; at += minute) {
        if (skipped.has(at) || at > lastAt || random.chance(0.002)) continue
        const quietly = { state: 'live', cause: null } as const
        const condition = around.get(`${exchange} ${at}`) ?? own.get(at - late) ?? quietly
        const seen = lost.has(at) ? ({ state: 'stale', cause: 'dns' } as const) : condition
        const ageSeconds = random.chance(0.02) ? null : Math.floor(random.pick([90, 300, 900]) * random.next())
        checks.push({ at, exchange, fiat, ...seen, ageSeconds })
      }
    }
  }
  return checks
}

function someHistory(random: Random, nowMs: number, days: number): Written[] {
  const written: Written[] = []
  for (const fiat of fiats)
    for (const exchange of ['best', 'index', ...exchanges]) {
      if (random.chance(0.1)) continue
      let hole = 0
      const since = random.chance(0.5) ? random.below(days * day) : 0
      const stop = random.chance(0.3) ? random.integer(1, 40) : 0
      const first = Math.ceil((midnightOf(nowMs) - days * day + since) / slot) * slot
      for (let t = first; t <= nowMs - stop * slot; t += slot) {
        if (random.chance(0.02)) hole = random.pick([1, 1, 2, 3, random.integer(1, 400)])
        hole -= 1
        if (hole >= 0) continue
        const [buy, sell] = random.pick([[41, 40], [41, null], [null, 40]] as const) // biome-ignore format: one line
        written.push({ t, fiat, exchange, buy, sell, buyAds: 2, sellAds: 1 })
      }
    }
  return written.toSorted((a, b) => a.t - b.t)
}

/** Quarters as a server would have stored these samples. Each source ends with its last sample. */
function quartersOf(checks: readonly Look[]): Quarter[] {
  const quarter = 15 * minute
  return [...grouped(checks, ({ at }) => at - (at % quarter))]
    .toSorted(([a], [b]) => a - b)
    .map(([startMs, all]) => {
      const sources = [...grouped(all, ({ exchange, fiat }) => `${exchange} ${fiat}`).values()].map(
        (own): SourceQuarter => {
          const [{ exchange, fiat } = { exchange: '', fiat: '' }] = own
          const stretches: { minutes: number; condition: Condition | null }[] = []
          const ages: number[] = Array(11).fill(0)
          for (let at = startMs; at <= Math.max(...own.map((look) => look.at)); at += minute) {
            const look = own.find((one) => one.at === at)
            stretches.push({
              minutes: 1,
              condition: look === undefined ? null : { state: look.state, cause: look.cause },
            })
            const age = look?.ageSeconds ?? null
            if (age !== null)
              ages[Math.min(10, Math.floor(age / 60))] = (ages[Math.min(10, Math.floor(age / 60))] ?? 0) + 1
          }
          return { exchange, fiat, stretches, due: own.length, answered: own.length, ages }
        },
      )
      return { startMs, sources }
    })
}

async function aServer(random: Random, world: World, targetSeconds: number) {
  const { nowMs, checks, written } = world
  const { clock, timers } = createFakeTime(nowMs)
  const recorded = openMemoryStore()
  const { history, uptime: store } = recorded
  await history.load([...grouped(written, ({ t }) => t)].map(([slotMs, entries]) => ({ slotMs, entries })))
  const seenSince = nowMs - (nowMs % (15 * minute)) - 45 * minute
  await store.load(quartersOf(checks.filter(({ at }) => at < seenSince)))
  const pastUptime = createUptimeCache({ store, clock, timers })
  await pastUptime.readUptime()
  for (const [startMs, seen] of grouped(
    checks.filter(({ at }) => at >= seenSince).toSorted((a, b) => a.at - b.at),
    ({ at }) => at,
  )) {
    const glances = seen.map(({ at: _, ...look }): StatusSample => ({ ...look, due: 1, answered: 1 }))
    pastUptime.addMinute({ startMs, glances: await store.add({ startMs, glances }) })
  }
  const historyCache = createHistoryCache({ store: history, clock, timers })
  if (random.chance(0.5)) await historyCache.warmUp(['best', 'okx'].map((exchange) => ({ fiat: 'UAH', exchange })))
  const { handle } = qualityEndpoint({
    ...{ historyCache, clock },
    historyQueries: createHistoryQueryRunner({
      thread: null,
      accountQueue: createFairAccountQueue(systemTimers),
      recorded,
    }),
    uptime: createUptimeReader({ uptimeCache: pastUptime, exchanges, fiats, clock }),
    service: {
      fiats,
      describe: async () => ({ cycleSeconds: 300, ownCycles: new Map([['UAH', targetSeconds]]) }) as never,
    },
  })
  const actor = { kind: 'key', account: { id: 'acc_one' } }
  return async (exchange: string | undefined, days: number) =>
    ((await handle({ query: { fiat: 'UAH', exchange, days }, actor } as never)) as { answer: Quality }).answer
}

function checkGaps(told: readonly SeriesGap[], world: World, meant: readonly (Run & { readonly exchange: string })[]) {
  const seconds = meant.map((gap) => minutesOf(gap) * 60).sort((a, b) => b - a)
  expect(told.map((gap) => gap.seconds)).toEqual(seconds.slice(0, 20))
  expect(new Set(told.map((gap) => `${gap.exchange} ${gap.started_at}`)).size).toBe(told.length)
  for (const gap of told) {
    const found = meant.find((one) => one.exchange === gap.exchange && iso(one.from) === gap.started_at)
    expect(gap.ended_at, gap.started_at).toBe(found === undefined || found.isOpen ? null : iso(found.to))
    expect(gap.seconds).toBe(found && minutesOf(found) * 60)
    const reasons = reasonsSlowly(world, gap.exchange, found?.from ?? 0, found?.to ?? 0)
    expect(reasons, `${gap.exchange} ${gap.started_at}`).toContain(`${gap.reason} ${gap.cause}`)
  }
}

test('quality is what a slow reader counts in all that was seen and recorded', async () => {
  for (let at = 0; at < worlds; at++) {
    const random = createRandom(seedFor(seed, at))
    const today = Date.UTC(2026, random.below(12), random.integer(1, 28))
    const nowMs = today + random.pick([0, 1, slot - 1, slot, random.below(day), random.below(day), day - 1])
    const recorded = random.integer(1, 3)
    const checks = random.chance(0.05) ? [] : someLooks(random, nowMs, recorded)
    const world = { nowMs, checks, written: someHistory(random, nowMs, recorded) }
    const targetSeconds = random.pick([300, 300, 120, 90, 600, 3_600])
    const ask = await aServer(random, world, targetSeconds)
    const happened = incidentsSlowly(world)
    for (const exchange of [undefined, random.pick(exchanges)]) {
      const days = random.integer(1, recorded + 1)
      const quality = await ask(exchange, days)
      const context = `seed ${seed}, world ${at}, ${exchange}, ${days} days at ${iso(nowMs)}`
      const names = exchange === undefined ? ['best', 'index', ...exchanges] : [exchange]
      const series = names.map((name) => seriesSlowly(world, name, days))
      expect(quality, context).toMatchObject({
        ...{ asset: 'USDT', fiat: 'UAH', exchange: exchange ?? null, days },
        ...{ from_at: iso(today - (days - 1) * day), to_at: iso(nowMs - (nowMs % slot)) },
        series: series.map(({ told }) => told),
        freshness: (exchange === undefined ? exchanges : [exchange]).map((name) =>
          freshnessSlowly(world, name, days, targetSeconds),
        ),
      })
      checkGaps(
        quality.gaps,
        world,
        series.flatMap(({ told, gaps }) => gaps.map((gap) => ({ ...gap, exchange: told.exchange }))),
      )
      const meant = toldIncidents(happened, world, exchange, days)
      const short = (one: Incident) => `${one.kind} ${one.exchange} ${one.started_at} ${one.ended_at}`
      const left = [...meant]
      expect(quality.incidents.length, context).toBe(Math.min(100, meant.length))
      for (const [place, told] of quality.incidents.entries()) {
        const found = left.findIndex((one) => isThis(told, one))
        expect(found, `${context}: ${short(told)} ${told.cause}`).toBeGreaterThanOrEqual(0)
        left.splice(found, 1)
        // Two incidents that started together may come in either order.
        const same = meant[place]
        expect(told.started_at, `${context}: ${short(told)}`).toBe(iso(same?.from ?? 0))
      }
    }
  }
})
