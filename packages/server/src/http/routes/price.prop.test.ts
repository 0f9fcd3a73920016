import { type PriceAt, price, readQuery } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { createRandom, type Random, roundIndex, seedFor } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createHistoryCache } from '../../history/history-cache.js'
import type { HistoryEntry } from '../../history/history-stores.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import type { CurrentMarket } from './current-market.js'
import { priceEndpoint } from './past-prices.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 25)

const slot = 5 * 60_000
const hour = 3_600_000
const day = 24 * hour
const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const fiats = ['UAH', 'EUR'] as const

type Written = { readonly t: number } & HistoryEntry

type Question = {
  readonly fiat: string
  readonly exchange: string
  readonly atMs: number
  readonly nowMs: number
  readonly hours: number
}

const hasPrice = ({ buy, sell }: Written): boolean => buy !== null || sell !== null

function priceSlowly(written: readonly Written[], { fiat, exchange, atMs, nowMs, hours }: Question) {
  let begin = 0
  while (begin + slot <= atMs) begin += day
  while (begin > atMs) begin -= slot
  let running = 0
  while (running + slot <= nowMs) running += day
  while (running > nowMs) running -= slot

  const own = written.filter((one) => one.fiat === fiat && one.exchange === exchange && hasPrice(one))
  const found = own.findLast(({ t }) => t === begin)
  const asked = { asset: 'USDT', fiat, exchange, at: new Date(atMs).toISOString(), slot: new Date(begin).toISOString() }
  const none = { ...asked, buy: null, sell: null, age_seconds: null, sources: 0 }
  if (begin > nowMs) return { ...none, reason: 'future' }
  if (running - begin > hours * hour) return { ...none, reason: 'beyond_plan' }
  if (found === undefined)
    return { ...none, reason: own.some(({ t }) => t < begin) ? ('gap' as const) : 'before_coverage' }

  const behind = new Set<string>()
  for (const one of written)
    if (one.t === begin && one.fiat === fiat && exchanges.includes(one.exchange) && hasPrice(one))
      behind.add(one.exchange)
  const sources = exchange === 'best' ? behind.size : exchange === 'index' ? found.buyAds : 1
  let seconds = 0
  while (begin + (seconds + 1) * 1000 <= atMs) seconds += 1
  const shown = (price: number | null) => (exchange === 'index' && price !== null ? roundIndex(price) : price)
  return { ...asked, buy: shown(found.buy), sell: shown(found.sell), age_seconds: seconds, sources, reason: null }
}

/** Four decimals are kept. Mostly no more are written, down to the smallest and up to the largest. */
function aPrice(random: Random): number {
  if (random.chance(0.1)) return random.pick([0.0001, 0.9999, 9.99995, 99.9999, 120_000.5])
  return random.chance(0.2) ? random.between(0.8, 17_000) : random.integer(8_000, 500_000) / 10_000
}

function entriesOfSlot(random: Random, fiat: string): HistoryEntry[] {
  const seen = random.chance(0.2) ? [random.pick(exchanges)] : exchanges.filter(() => random.chance(0.6))
  const entry = (exchange: string): HistoryEntry => {
    const missing = random.chance(0.25) ? random.pick(['buy', 'sell']) : null
    return {
      ...{ fiat, exchange, buyAds: random.integer(0, 9), sellAds: random.integer(0, 9) },
      buy: missing === 'buy' ? null : aPrice(random),
      sell: missing === 'sell' ? null : aPrice(random),
    }
  }
  const index = { ...entry('index'), buy: aPrice(random), sell: aPrice(random) }
  return [
    ...seen.map(entry),
    ...(random.chance(0.8) ? [entry('best')] : []),
    ...(random.chance(0.6) ? [{ ...index, buyAds: random.integer(1, 6), sellAds: random.integer(0, 2) }] : []),
  ]
}

const changes = [
  { zone: 'Europe/Kyiv', ms: Date.UTC(2026, 9, 25, 1) },
  { zone: 'Europe/Kyiv', ms: Date.UTC(2026, 2, 29, 1) },
  { zone: 'America/New_York', ms: Date.UTC(2026, 10, 1, 6) },
  { zone: 'Asia/Kolkata', ms: Date.UTC(2026, 4, 1) },
]

function localText(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ second: '2-digit', fractionalSecondDigits: 3, timeZoneName: 'longOffset' },
  }).formatToParts(ms)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const offset = of('timeZoneName').replace('GMT', '').replace('−', '-') || 'Z'
  const clock = `${of('hour')}:${of('minute')}:${of('second')}.${of('fractionalSecond')}`
  return `${of('year')}-${of('month')}-${of('day')}T${clock}${offset}`
}

function spelt(random: Random, ms: number, zone: string): string {
  if (ms % 1000 === 0 && random.chance(0.3)) return String(ms / 1000)
  return random.chance(0.3) ? new Date(ms).toISOString() : localText(ms, zone)
}

function slotsToWrite(random: Random, nowMs: number, change: number): number[] {
  const slots = new Set<number>()
  for (const middle of [nowMs, nowMs - 30 * day, nowMs - day, change, nowMs - random.between(0, 45 * day)]) {
    const at = Math.floor(middle / slot)
    for (let away = -8; away <= 8; away++) if (random.chance(0.5)) slots.add(at + away)
  }
  return [...slots].map((at) => at * slot).filter((t) => t <= nowMs)
}

async function aWorld(random: Random) {
  const { zone, ms: change } = random.pick(changes)
  const nowMs = change + Math.floor(random.between(-hour, 40 * day))
  const { clock, timers } = createFakeTime(nowMs)
  const { history } = openMemoryStore()
  const past = createHistoryCache({ store: history, clock, timers })
  const written: Written[] = []
  const write = async (t: number, entries: readonly HistoryEntry[]) => {
    for (const entry of entries) written.push({ t, ...entry })
    await past.addPoints({ slotStartMs: t, entries: await history.append(t, entries) })
  }

  const slots = slotsToWrite(random, nowMs, change).toSorted((one, other) => one - other)
  const warmAt = random.pick([-1, 0, Math.floor(slots.length / 2), slots.length - 1])
  for (const [at, t] of slots.entries()) {
    for (const fiat of fiats) if (random.chance(0.85)) await write(t, entriesOfSlot(random, fiat))
    if (random.chance(0.2)) await write(t, entriesOfSlot(random, random.pick(fiats)))
    if (at === warmAt)
      await past.warmUp(fiats.flatMap((fiat) => ['best', 'index', 'okx'].map((exchange) => ({ fiat, exchange }))))
  }
  // Late entries fill holes in closed slots.
  for (const t of slots.filter(() => random.chance(0.1)).slice(0, -1)) {
    const late = entriesOfSlot(random, random.pick(fiats)).filter(
      (one) => !written.some((known) => known.t === t && known.fiat === one.fiat && known.exchange === one.exchange),
    )
    await write(t, late)
  }

  const ask = async (question: Question) => {
    const limits = { historyHours: question.hours }
    const at = spelt(random, question.atMs, zone)
    const read = readQuery(
      price.query,
      new URLSearchParams({ fiat: question.fiat, exchange: question.exchange, at }),
      limits as never,
    )
    if (!read.ok) throw new Error(`${at}: ${read.problem.message}`)
    const endpoint = priceEndpoint(exchangeIds, { wallMs: () => nowMs } as unknown as CurrentMarket, past)
    const actor = { kind: 'key', account: { limits } }
    const outcome = await endpoint.handle({ query: read.values, actor } as never)
    return { at, answer: (outcome as { answer: PriceAt }).answer }
  }
  return { nowMs, change, written, slots, ask }
}

const kept = (told: number | null, meant: number | null): boolean =>
  told === null || meant === null
    ? told === meant
    : Math.abs(told - meant) <= 0.000_05 * (1 + 1e-6) && told === Number(told.toFixed(4))

test('the price at any instant is what a slow reader finds in all that was written down', async () => {
  const met = new Set<string>()
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const { nowMs, change, written, slots, ask } = await aWorld(random)
    const hours = random.pick([24, 720, 720, 8_760])
    for (let round = 0; round < 60; round++) {
      const near = random.pick([nowMs, nowMs - hours * hour, change, ...slots])
      const begin = (Math.floor(near / slot) + random.integer(-2, 2)) * slot
      const atMs = begin + random.pick([0, 1, 999, 1_000, random.below(slot), slot - 1_000, slot - 1])
      const exchange = random.pick(['best', 'best', 'index', ...exchanges])
      const question = { fiat: random.pick(fiats), exchange, atMs, nowMs, hours }
      const { at, answer } = await ask(question)
      const { buy, sell, ...meant } = priceSlowly(written, question)
      const context = `seed ${seed}, world ${world}, ${question.fiat} ${exchange} at ${at}`
      expect(answer, context).toMatchObject(meant)
      expect([kept(answer.buy, buy), kept(answer.sell, sell)], `${context}: ${answer.buy}, ${buy}`).toEqual([
        true,
        true,
      ])
      met.add(`${meant.reason}`)
    }
  }
  if (worlds >= 20) expect([...met].toSorted()).toEqual(['before_coverage', 'beyond_plan', 'future', 'gap', 'null'])
})
