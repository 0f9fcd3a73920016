import { type Official, type Premium, premium, type ReferenceIndex, readQuery } from '@p2p-rates/contract'
import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'
import { slowIndex } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { nextFixingEntry } from '../../history/daily-index/fixing-chain.js'
import { createHistoryCache } from '../../history/history-cache.js'
import type { FixingEntry } from '../../history/history-stores.js'
import { createCurrentOfficialRate, type RecordedRate } from '../../ingest/central-banks/official-rate-store.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import type { CurrentMarket } from './current-market.js'
import { indexEndpoint, premiumEndpoint } from './index-and-fixings.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 25)

const dayMs = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

type Fixed = { readonly day: string; readonly value: number }

/** Whole millionths of millionths: no digit of a price or a rate is lost. */
function digitsOf(value: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(12).split('.')
  return BigInt(whole + fraction)
}

/**
 * Rounds to hundredths of a percent, halves away from zero. Derived rates have many digits. A value within a billionth
 * of a percent of a half therefore counts as a half.
 */
function pctOnPaper(value: number, reference: number): number {
  const [above, below] = [digitsOf(value) - digitsOf(reference), digitsOf(reference)]
  const billionths = ((above < 0n ? -above : above) * 100_000_000_000n * 2n + below) / (below * 2n)
  const hundredths = Number((billionths + 5_000_000n) / 10_000_000n)
  return hundredths === 0 ? 0 : ((above < 0n ? -1 : 1) * hundredths) / 100
}

/** The list of the day, or the last before it, of at most two weeks. A bank that corrects a list has said the last. */
function rateOn(rates: readonly RecordedRate[], day: string): Official | null {
  for (let back = 0; back <= 14; back++) {
    const found = rates.findLast((rate) => rate.day === dayAfter(day, -back))
    if (found !== undefined) return { rate: found.rate, source: found.source, day: found.day }
  }
  return null
}

function premiumSlowly(fixed: readonly Fixed[], rates: readonly RecordedRate[], from: string, to: string) {
  const days = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const index = fixed.findLast((one) => one.day === day)?.value
    if (index === undefined) continue
    const official = rateOn(rates, day)
    days.push({ day, index, official, premium_pct: official && pctOnPaper(index, official.rate) })
  }
  return days
}

/** Around 40 or 0.9; some as what follows from two other rates, and some that the index meets exactly between two hundredths. */
function aRate(random: Random, level: number): number {
  if (random.chance(0.2)) return (level * random.integer(900, 1_100)) / random.integer(901, 1_103)
  return random.chance(0.4) ? level : Math.round(level * random.between(9_500, 10_500)) / 10_000
}

function anIndex(random: Random, level: number): number {
  const tie = (level * (20_000 + 2 * random.integer(-400, 400) + 1)) / 20_000
  if (random.chance(0.4) && Number(tie.toFixed(4)) === Number(tie.toFixed(12))) return Number(tie.toFixed(4))
  return Math.round(level * random.between(9_000, 11_500)) / 10_000
}

function ratesOf(random: Random, today: string, level: number): RecordedRate[] {
  const rates: RecordedRate[] = []
  const last = random.pick([0, 1, 3, 6])
  // A new server may know only future rates.
  for (let away = random.chance(0.2) ? 1 : -90; away <= last; away++) {
    if (random.chance(0.03)) away += random.integer(10, 21)
    if (away > last || random.chance(0.3)) continue
    const rate = { fiat: 'UAH', day: dayAfter(today, away), rate: aRate(random, level), source: 'A bank', bank: 'nbu' }
    rates.push({ ...rate, readAtMs: 1 })
    if (random.chance(0.05)) rates.push({ ...rate, rate: aRate(random, level), source: 'A bank again', readAtMs: 2 })
  }
  return rates
}

function fixedOf(random: Random, today: string, level: number): Fixed[] {
  const fixed: Fixed[] = []
  for (let away = -80; away <= 0; away++) {
    if (random.chance(0.15)) continue
    fixed.push({ day: dayAfter(today, away), value: anIndex(random, level) })
    // A correction names a day that has long been fixed.
    const wrong = random.chance(0.06) ? random.pick(fixed) : null
    if (wrong !== null) fixed.push({ day: wrong.day, value: anIndex(random, level) })
  }
  return fixed
}

async function aWorld(random: Random) {
  const startMs = Date.UTC(2026, random.below(12), random.integer(1, 28)) + random.pick([0, dayMs / 2, dayMs - 1])
  const { clock, timers } = createFakeTime(startMs)
  const today = new Date(startMs).toISOString().slice(0, 10)
  const level = random.pick([40, 41.25, 0.8, 12_500])
  const [rates, fixed] = [ratesOf(random, today, level), fixedOf(random, today, level)]
  const { fixings, officials, history } = openMemoryStore()
  for (const rate of rates) await officials.write([rate])
  await officials.write(rates.slice(0, 9).map((rate) => ({ ...rate, fiat: 'EUR', rate: 1 })))
  let end: FixingEntry | null = null
  for (const { day, value } of fixed) {
    const facts = { day, value, confidence: 'high', sources: 5, slots: 12, correction: null, madeAtMs: 0 } as const
    const link: FixingEntry = nextFixingEntry(end, 'UAH', facts)
    if (!(await fixings.appendFixings([link], end))) throw new Error('the chain did not grow')
    end = link
  }
  const past = createHistoryCache({ store: history, clock, timers })
  return { clock, today, level, rates, fixed, fixings, officials, past }
}

test('the premium of each day is what a slow reader makes of the fixings and the lists of banks', async () => {
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const { clock, today, rates, fixed, fixings, officials } = await aWorld(random)
    const { handle } = premiumEndpoint(fixings, officials, clock)
    const ask = async (span: { readonly from?: string; readonly to?: string }) => {
      const read = readQuery(premium.query, new URLSearchParams(span), {} as never)
      if (!read.ok) throw new Error(read.problem.message)
      return ((await handle({ query: read.values } as never)) as { answer: Premium }).answer
    }
    const named = dayAfter(today, -random.integer(0, 85))
    const later = dayAfter(named, random.integer(0, 95))
    const long = dayAfter(today, -random.integer(395, 405))
    const farthest = [dayAfter(long, 399), today].toSorted()[0] ?? today
    const spans = [
      { asked: {}, from: dayAfter(today, -29), to: today },
      { asked: { to: named }, from: dayAfter(named, -29), to: named },
      { asked: { from: named }, from: named, to: today },
      { asked: { from: named, to: later }, from: named, to: later },
      { asked: { from: dayAfter(today, 2) }, from: dayAfter(today, 2), to: dayAfter(today, 2) },
      { asked: { from: long }, from: long, to: farthest },
    ]
    for (const { asked, from, to } of spans) {
      const context = `seed ${seed}, world ${world}, ${JSON.stringify(asked)} on ${today}`
      const days = premiumSlowly(fixed, rates, from, to)
      expect(await ask(asked), context).toEqual({ asset: 'USDT', fiat: 'UAH', from, to, days })
    }
  }
})

test('the premium of now is what a slow reader makes of the boards and the lists of banks', async () => {
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world, 'now'))
    const { clock, today, level, rates, officials, past } = await aWorld(random)
    const exchanges = ['binance', 'okx', 'mexc'].slice(0, random.integer(1, 3))
    const sell = level * random.between(0.97, 1.05)
    const snapshot = aSnapshot({ buy: sell * random.between(0.99, 1.02), sell, exchanges, nowMs: clock.wallMs() })
    const now = { snapshot: () => snapshot, wallMs: clock.wallMs } as unknown as CurrentMarket
    clock.advance(random.pick([0, 1, dayMs / 2]))
    const bank = createCurrentOfficialRate(officials, clock)
    const { handle } = indexEndpoint(now, past, { official: bank, usdtUsd: async () => null }, () => false)
    const { answer } = (await handle({ query: { fiat: 'UAH' } } as never)) as { answer: ReferenceIndex }

    const day = new Date(clock.wallMs()).toISOString().slice(0, 10)
    let official = rateOn(rates, day)
    // If the bank has published only future rates, expect the next one.
    for (let ahead = 1; ahead <= 14; ahead++) official ??= rateOn(rates, dayAfter(day, ahead))
    const value = slowIndex(snapshot.market)?.value ?? Number.NaN
    const context = `seed ${seed}, world ${world}, ${today}`
    expect(answer.official, context).toEqual(official)
    if (official === null) expect(answer.premium_pct, context).toBeNull()
    else {
      const exact = (value / official.rate) * 100 - 100
      expect(Math.abs((answer.premium_pct ?? Number.NaN) - exact), context).toBeLessThanOrEqual(0.005 + 1e-8)
      expect(Number((answer.premium_pct ?? 0).toFixed(2)), context).toBe(answer.premium_pct)
    }
  }
})
