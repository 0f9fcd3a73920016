import type { CurrencyOverview, Overview } from '@p2p-rates/contract'
import { type Ad, type Board, type Fiat, normalRules, type Side, type TrustedMarket } from '@p2p-rates/core'
import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'
import { anAd, slowIndex } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { createHistoryCache } from '../../history/history-cache.js'
import type { HistoryEntry } from '../../history/history-stores.js'
import { judgeSnapshot, type MarketSnapshot } from '../../market/market-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { overviewEndpoint } from './currencies.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 60)

const slot = 300_000
const dayMs = 86_400_000
const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const fiats = ['UAH', 'EUR', 'INR', 'AMD'] as const satisfies readonly Fiat[]

type Written = { readonly t: number } & HistoryEntry

/** The best price of a side, of the exchange that has most ads to take where several offer it, and of the first of those. */
function bestSlowly({ boards }: TrustedMarket, side: Side) {
  let best: { price: number; exchange: string; ads: number } | null = null
  for (const exchange of exchanges) {
    const prices: number[] = []
    for (const board of boards)
      for (const { ad, eligible } of board.ads)
        if (board.exchange === exchange && board.side === side && eligible) prices.push(ad.price)
    for (const price of prices) {
      const isBetter = best === null || (side === 'BUY' ? price < best.price : price > best.price)
      const isAsGood = best !== null && price === best.price && prices.length > best.ads
      if (isBetter || isAsGood) best = { price, exchange, ads: prices.length }
    }
  }
  return best === null ? null : { price: best.price, exchange: best.exchange }
}

/** Newest receive time on the boards that have an eligible ad, or on all boards if none has one. */
function updatedSlowly({ boards }: TrustedMarket): number {
  const used = boards.filter(({ ads }) => ads.some(({ eligible }) => eligible))
  let newest = 0
  for (const { observedAtMs, ads } of used.length > 0 ? used : boards) {
    if (observedAtMs > newest) newest = observedAtMs
    for (const { ad } of ads) if (ad.observedAtMs > newest) newest = ad.observedAtMs
  }
  return newest
}

/** Confidence of the index by the guide's table. Returns several values if a share lies close to 2/3. */
function confidencesSlowly({ boards, confidence }: TrustedMarket, value: number): readonly string[] {
  const voices: { mid: number; evidence: number }[] = []
  for (const exchange of exchanges) {
    const [ask, bid] = (['BUY', 'SELL'] as const).map((side) => {
      const board = boards.find((one) => one.exchange === exchange && one.side === side)
      return board?.ads.some(({ trusted }) => trusted) === true ? board.consensus : null
    })
    if (ask == null || bid == null) continue
    voices.push({ mid: (ask.price + bid.price) / 2, evidence: Math.min(ask.weight, bid.weight) })
  }
  const evidence = voices.reduce((sum, voice) => sum + voice.evidence, 0)
  let weights = voices.map((voice) => voice.evidence)
  for (let round = 0; round < (voices.length > 2 ? 3_000 : 1); round++) {
    const most = 0.4 * weights.reduce((sum, weight) => sum + weight, 0)
    weights = weights.map((weight) => Math.min(weight, most))
  }
  const shareWithin = (part: number): number => {
    let [inside, all] = [0, 0]
    for (const [at, { mid }] of voices.entries()) {
      all += weights[at] ?? 0
      if (Math.abs(mid - value) <= value * part) inside += weights[at] ?? 0
    }
    return inside / all
  }
  const doubts = ['exchanges_missing', 'centre_moved', 'two_camps']
  const isDoubted = [...confidence.BUY.reasons, ...confidence.SELL.reasons].some((reason) => doubts.includes(reason))
  const levels = new Set<string>()
  for (const twoThirds of [0.66, 2 / 3 - 1e-6]) {
    const needed = voices.length === 2 ? 1 - 1e-9 : twoThirds
    if (evidence < 3 || shareWithin(0.02) < twoThirds) levels.add('low')
    else if (voices.length < 2 || evidence < 8 || isDoubted || shareWithin(0.01) < needed) levels.add('medium')
    else levels.add('high')
  }
  return [...levels]
}

/** The index of the slot that holds the moment of a day ago, and of no other. */
function dayAgoSlowly(written: readonly Written[], fiat: string, nowMs: number): number | null {
  const found = written.findLast(
    (one) => one.fiat === fiat && one.exchange === 'index' && one.t <= nowMs - dayMs && nowMs - dayMs < one.t + slot,
  )
  return found === undefined || found.buy === null || found.sell === null ? null : (found.buy + found.sell) / 2
}

function isShown(told: number | null, exact: number | null, decimals: number): boolean {
  if (told === null || exact === null) return told === exact
  const half = 0.5 / 10 ** decimals
  return Math.abs(told - exact) <= half + 1e-9 * Math.abs(exact) && Number(told.toFixed(decimals)) === told
}

const decimalsOf = (price: number): number => (price < 10 ? 4 : price < 100 ? 3 : 2)

/** Prices on a coarse grid, so that several exchanges often have the same; some far away, some by people without a record. */
function aBoard(random: Random, about: Pick<Board, 'exchange' | 'fiat' | 'side'>, level: number, nowMs: number): Board {
  const observedAtMs = nowMs - random.below(500_000)
  const count = random.chance(0.1) ? 0 : random.integer(1, 10)
  const apart = random.chance(0.15) ? random.between(0.95, 1.05) : 1
  const ads = Array.from({ length: count }, (_, at): Ad => {
    const away = (about.side === 'BUY' ? 1 : -1) * random.integer(0, 8) * 0.0005
    const price = Number((level * apart * (random.chance(0.05) ? 0.7 : 1 + away)).toPrecision(random.pick([4, 5, 7])))
    const name = `${about.exchange} ${about.side} ${at}`
    return anAd({
      ...{ ...about, adId: name, advertiserId: name, nickname: name, price },
      ...{ minFiat: price * 20, maxFiat: price * random.pick([60, 900, 4_000]) },
      completedOrders: random.chance(0.2) ? random.integer(0, 30) : random.integer(100, 3_000),
      completionPct: random.pick([99.5, 98, 90]),
      restricted: random.chance(0.05),
      lastSeenAtMs: observedAtMs - random.below(400_000),
      observedAtMs: observedAtMs + random.pick([0, 0, 1, 1_500]),
    })
  })
  return { ...about, ads, observedAtMs }
}

function aSnapshot(random: Random, fiat: Fiat, level: number, nowMs: number): MarketSnapshot {
  const seen = random.chance(0.2) ? [random.pick(exchanges)] : exchanges.filter(() => random.chance(0.6))
  const spread = random.between(-0.002, 0.02)
  const boards = (seen.length === 0 ? ['okx'] : seen).flatMap((exchange) =>
    (['BUY', 'SELL'] as const)
      .filter(() => random.chance(0.93))
      .map((side) => aBoard(random, { exchange, fiat, side }, side === 'BUY' ? level * (1 + spread) : level, nowMs)),
  )
  const any = aBoard(random, { exchange: 'mexc', fiat, side: 'SELL' }, level, nowMs)
  const previous = new Map(random.chance(0.2) ? [[`${seen[0] ?? 'okx'}:BUY`, level * random.between(0.97, 1.03)]] : [])
  return judgeSnapshot(
    {
      ...{ fiat, judgedAtMs: nowMs, refreshAtMs: nowMs + 60_000, publication: random.integer(1, 1e6), paying: [] },
      memory: { exchangesAsked: random.integer(1, 6), previous },
      boards: (boards.length > 0 ? boards : [any]).map((board) => ({ board, askedAtMs: nowMs - 60_000 })),
    },
    normalRules,
  )
}

test('the overview equals a slow calculation from boards and records', async () => {
  const met = new Set<string>()
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const startMs = Date.UTC(2026, 9, 25) + random.below(40 * dayMs)
    const { clock, timers } = createFakeTime(startMs)
    const { history } = openMemoryStore()
    const levels = new Map<Fiat, number>(
      fiats.map((fiat) => [fiat, random.pick([0.86, 9.9996, 41.3, 99.9, 480, 12_400])]),
    )
    const levelOf = (fiat: Fiat) => levels.get(fiat) ?? 1
    const written: Written[] = []
    const begin = Math.floor((startMs - dayMs) / slot) * slot
    for (let t = begin - 2 * slot; t <= begin + 3 * slot; t += slot)
      for (const fiat of fiats) {
        if (random.chance(0.35)) continue
        const sell = levelOf(fiat) * random.between(0.95, 1.05)
        const count = { buyAds: random.integer(1, 6), sellAds: random.integer(0, 2) }
        const entry = { fiat, exchange: 'index', buy: sell * random.between(0.99, 1.02), sell, ...count }
        const other = { ...entry, exchange: 'best', buy: 1, sell: 1 }
        for (const each of [entry, other]) written.push({ t, ...each })
        await history.append(t, [entry, other])
      }

    const shown = new Map<Fiat, MarketSnapshot>()
    const latest = { snapshot: (fiat: Fiat) => shown.get(fiat) ?? null, refreshAtMonoMs: () => clock.monoMs() + 30_000 }
    const historyCache = createHistoryCache({ store: history, clock, timers })
    const { handle } = overviewEndpoint({ latest, historyCache, fiats, clock })
    for (let round = 0; round < 4; round++) {
      for (const fiat of fiats) {
        if (random.chance(0.15)) shown.delete(fiat)
        else if (random.chance(0.6)) shown.set(fiat, aSnapshot(random, fiat, levelOf(fiat), clock.wallMs()))
      }
      const { answer } = (await handle({} as never)) as { answer: Overview }
      const context = `seed ${seed}, world ${world}, round ${round}`
      const nowMs = clock.wallMs()
      const markets = new Map([...shown].map(([fiat, { market }]) => [fiat, market]))
      const newest = Math.max(...[...markets.values()].map(updatedSlowly))
      const asOfMs = Math.max(nowMs - (nowMs % 60_000), newest)
      expect(answer.generated_at, context).toBe(new Date(asOfMs).toISOString())
      expect(answer.currencies.map(({ fiat }) => fiat)).toEqual(fiats)

      for (const line of answer.currencies) {
        const market = markets.get(line.fiat as Fiat)
        const what = `${context}, ${line.fiat}`
        if (market === undefined) {
          const noPrice = { best_buy: null, best_sell: null, confidence: null, updated_at: null, age_seconds: null }
          const noIndex = { index: null, change_24h_pct: null, index_confidence: null }
          expect(line, what).toEqual({ fiat: line.fiat, ...noPrice, ...noIndex })
          met.add('nothing')
          continue
        }
        const index = slowIndex(market)?.value ?? null
        // Records keep four decimals, and the index now is rounded as they are. An exact half goes either way.
        const kept = [-1e-12, 1e-12].map((apart) =>
          index === null ? null : Math.round(index * (1 + apart) * 10_000) / 10_000,
        )
        const dayAgo = index === null ? null : dayAgoSlowly(written, line.fiat, nowMs)
        const updatedMs = updatedSlowly(market)
        const meant: Partial<CurrencyOverview> = {
          best_buy: bestSlowly(market, 'BUY'),
          best_sell: bestSlowly(market, 'SELL'),
          updated_at: new Date(updatedMs).toISOString(),
          age_seconds: (asOfMs - updatedMs - ((asOfMs - updatedMs) % 1000)) / 1000,
        }
        expect(line, what).toMatchObject(meant)
        expect(line.confidence?.buy.level, what).toBe(market.confidence.BUY.level)
        const isIndex = kept.some((value) => isShown(line.index, value, decimalsOf(index ?? 0)))
        expect(isIndex, `${what}: ${line.index}, ${index}`).toBe(true)
        const change = index === null || dayAgo === null ? null : (index / dayAgo) * 100 - 100
        // The history stores 4 decimals per side, so allow for the rounding error.
        const lost = (0.000_05 / (dayAgo ?? 1)) * 101
        const isChange =
          change === null
            ? line.change_24h_pct === null
            : Math.abs((line.change_24h_pct ?? Number.NaN) - change) <= 0.005 + lost + 1e-9
        expect(isChange, `${what}: ${line.change_24h_pct}, ${change}`).toBe(true)
        if (index === null) expect(line.index_confidence, what).toBeNull()
        else expect(confidencesSlowly(market, index), `${what}, ${index}`).toContain(line.index_confidence?.level)
        met.add(`${line.index_confidence?.level ?? null}`).add(line.change_24h_pct === null ? 'no change' : 'a change')
        met.add(line.best_buy === null ? 'no price' : 'a price')
      }
      clock.advance(random.pick([0, 1_000, 59_999, 60_000, slot, random.below(2 * slot)]))
    }
  }
  const all = ['a change', 'a price', 'high', 'low', 'medium', 'no change', 'no price', 'nothing', 'null']
  if (worlds >= 40) expect([...met].toSorted()).toEqual(all)
})
