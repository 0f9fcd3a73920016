import { type Board, type ExchangeId, type Fault, type Fiat, type Side, suspectGeoBlock } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'
import type { Clock } from '../clock.js'
import type { Cancel, Timers } from '../timers.js'
import { askWithin, type BookClient } from './ask-within.js'
import { afterAnswer, afterFault, afterGoodRun, type Breaker, calm, startProbe } from './back-off.js'
import type { ReportMarketEvent } from './market-event.js'
import { retriesAfter, retriesAfterSuddenEmptiness, retryBudget, retryDelayMs } from './retry.js'

export type LaneMarket = { readonly fiat: Fiat; readonly side: Side }

/** One exchange's queue. Nothing that happens here is waited for by another exchange. */
export interface Lane {
  readonly exchange: ExchangeId
  /** These are due: asked one after the other until `stopAfterMs` have passed. */
  ask(markets: readonly LaneMarket[], stopAfterMs: number): void
  /** Whether an answer about this currency is on its way. */
  expects(fiat: Fiat): boolean
  readonly isResting: boolean
  readonly breaker: Breaker
  lastFault(market: LaneMarket): DatedFault | null
  stop(): void
}

/** `over`: the market has answered since. */
export type DatedFault = Fault & { readonly atMs: number; readonly over: boolean }

/** An answer with ads in it, or with none. */
export type TakenReading = {
  readonly market: LaneMarket
  readonly board: Board
  /** When it was asked for: the ads may be a little younger, never older. */
  readonly receivedMonoMs: number
  /** 0 for the first question of a cycle. */
  readonly attempt: number
}

export type LanePorts = {
  readonly client: BookClient
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
  /** All that may ever be asked, the most important first. */
  readonly markets: readonly LaneMarket[]
  /** The exchange's usual pause, kept longer while it is told to slow down. */
  readonly minIntervalMs: number
  /** What to do with an answer; `ask_again` when it is hard to believe. */
  readonly take: (reading: TakenReading) => 'taken' | 'ask_again'
  /** Something about this currency was settled: answered, given up or put off. */
  readonly settled: (fiat: Fiat) => void
  readonly remember: (breaker: Breaker) => void
}

type Due = { readonly market: LaneMarket; readonly stopAfterMs: number; stopAtMonoMs: number; attempt: number }

/** From the first question to the last answer: what the retry budget and the doubts about a whole refresh look at. */
type Run = { asked: number; retries: number; faults: number; outcomes: RowCount[] }
type RowCount = { readonly state: 'read'; readonly rowCount: number } | { readonly state: 'failed' }

export const createLane = (exchange: ExchangeId, remembered: Breaker | null, ports: LanePorts): Lane => {
  const { client, clock, timers, random, report, markets, minIntervalMs, take, settled, remember } = ports
  const due = new Map<string, Due>()
  const busy = new Map<string, Due>()
  const lastFaults = new Map<string, DatedFault>()
  /** How many ads a market had: the smallest one is the cheapest probe. */
  const sizes = new Map<string, { readonly market: LaneMarket; readonly ads: number }>()
  const retryTimers = new Set<Cancel>()
  const ending = new AbortController()
  let breaker = remembered ?? calm
  let run = newRun()
  let inFlight = 0
  let notBeforeMonoMs = 0
  let hidesEverything = false
  let cancelWake: Cancel = () => {}
  let cancelProbe: Cancel = () => {}

  const change = (next: Breaker): void => {
    const before = breaker
    breaker = next
    if (next.state === 'open' && before.state !== 'open') open(next)
    if (next.state === 'closed' && before.state === 'probing') close()
    if (next.openings !== before.openings || next.notBeforeMonoMs !== before.notBeforeMonoMs) remember(next)
  }

  const open = (next: Breaker): void => {
    run = newRun()
    const forMs = Math.max(0, next.notBeforeMonoMs - clock.monoMs())
    if (next.kind !== null) report({ kind: 'breaker_opened', exchange, fault: next.kind, forMs })
    awaitProbe()
    for (const { market } of due.values()) settled(market.fiat)
  }

  const awaitProbe = (): void => {
    cancelProbe()
    cancelProbe = timers.after(breaker.notBeforeMonoMs - clock.monoMs(), () => {
      const market = probeMarket()
      if (market === null || ending.signal.aborted) return
      breaker = startProbe(breaker)
      start({ market, stopAfterMs: 0, stopAtMonoMs: Number.POSITIVE_INFINITY, attempt: 0 })
    })
  }

  const close = (): void => {
    hidesEverything = false
    report({ kind: 'breaker_closed', exchange })
    // What could not be asked meanwhile is asked now, with all its time.
    run = { ...newRun(), asked: due.size }
    for (const entry of due.values()) entry.stopAtMonoMs = clock.monoMs() + entry.stopAfterMs
  }

  const probeMarket = (): LaneMarket | null => {
    const [smallest] = [...sizes.values()].sort((a, b) => a.ads - b.ads)
    const [first] = due.values()
    return smallest?.market ?? first?.market ?? markets[0] ?? null
  }

  /** Starts as much as may be asked at this moment. */
  const pump = (): void => {
    if (ending.signal.aborted || breaker.state !== 'closed') return
    const seats = breaker.rate < 1 ? 1 : 2
    while (inFlight < seats) {
      const waitMs = notBeforeMonoMs - clock.monoMs()
      if (breaker.rate < 1 && waitMs > 0) {
        cancelWake()
        cancelWake = timers.after(waitMs, pump)
        return
      }
      const next = takeDue()
      if (next === null) break
      start(next)
      if (breaker.state !== 'closed') return
    }
    rest()
  }

  const takeDue = (): Due | null => {
    for (const [name, entry] of due) {
      due.delete(name)
      if (clock.monoMs() < entry.stopAtMonoMs) return entry
      settled(entry.market.fiat)
    }
    return null
  }

  const start = (entry: Due): void => {
    const name = nameOf(entry.market)
    due.delete(name)
    busy.set(name, entry)
    inFlight += 1
    const { openings, state } = breaker
    const startMonoMs = clock.monoMs()
    const patienceMs = Math.min(longestReadingMs, entry.stopAtMonoMs - startMonoMs)
    askWithin(client, timers, { exchange, ...entry.market }, patienceMs, ending.signal)
      .then((reading) => {
        inFlight -= 1
        busy.delete(name)
        if (ending.signal.aborted) return
        slowDown(reading, startMonoMs)
        // What was asked before the breaker opened is no news to it.
        hear(
          entry,
          reading,
          startMonoMs,
          breaker.state !== 'open' && breaker.openings === openings && breaker.state === state,
        )
        settled(entry.market.fiat)
      })
      .catch((error: unknown) => report({ kind: 'crash', where: `${exchange} ${name}`, error }))
      .finally(pump)
  }

  const hear = (entry: Due, reading: BookReading, startMonoMs: number, isNews: boolean): void => {
    run.outcomes.push(reading)
    if (reading.state === 'failed') {
      blame(entry, reading.fault, isNews)
      return
    }
    const { board, rejected, rowCount, incomplete } = reading
    const name = nameOf(entry.market)
    if (hidesEverything && rowCount === 0) {
      blame(entry, nothingShown, isNews)
      return
    }
    if (board.ads.length > 0) sizes.set(name, { market: entry.market, ads: board.ads.length })
    if (rejected.length > 0) report({ kind: 'partial', exchange, ...entry.market, rejected: rejected.length })
    const verdict = take({ market: entry.market, board, receivedMonoMs: startMonoMs, attempt: entry.attempt })
    if (incomplete === null) {
      const last = lastFaults.get(name)
      if (last !== undefined) lastFaults.set(name, { ...last, over: true })
      if (isNews) change(afterAnswer(breaker))
    } else blame({ ...entry, attempt: Number.POSITIVE_INFINITY }, incomplete, isNews)
    if (verdict === 'ask_again') retry(entry, retriesAfterSuddenEmptiness)
  }

  const blame = (entry: Due, fault: Fault, isNews: boolean): void => {
    const name = nameOf(entry.market)
    const last = lastFaults.get(name)
    const news = last === undefined || last.over || last.kind !== fault.kind
    lastFaults.set(name, { ...fault, atMs: clock.wallMs(), over: false })
    if (fault.kind !== 'no_market') {
      run.faults += 1
      report({ kind: 'fault', exchange, ...entry.market, fault, news })
    }
    if (isNews) change(afterFault(breaker, fault, clock.monoMs()))
    if (breaker.state === 'closed') retry(entry, retriesAfter(fault.kind))
    // It stays due and is asked as soon as the exchange is well again.
    else if (retriesAfter(fault.kind) > 0 || fault.kind === 'rate_limited') due.set(name, { ...entry, attempt: 0 })
  }

  const retry = (entry: Due, most: number): void => {
    if (entry.attempt >= most || run.retries >= retryBudget(run.asked)) return
    run.retries += 1
    const name = nameOf(entry.market)
    busy.set(name, entry)
    const cancel = timers.after(retryDelayMs(entry.attempt, random()), () => {
      retryTimers.delete(cancel)
      busy.delete(name)
      due.set(name, { ...entry, attempt: entry.attempt + 1 })
      pump()
    })
    retryTimers.add(cancel)
  }

  const slowDown = (reading: BookReading, startMonoMs: number): void => {
    const pages = reading.state === 'read' ? reading.pages : 1
    notBeforeMonoMs = startMonoMs + (pages * minIntervalMs) / breaker.rate
  }

  /** Everything was asked and answered: time to look at the refresh as a whole. */
  const rest = (): void => {
    if (due.size > 0 || busy.size > 0 || run.asked === 0) return
    const { outcomes, faults } = run
    run = newRun()
    if (suspectGeoBlock(outcomes)) {
      hidesEverything = true
      report({ kind: 'doubt', exchange, fiat: '*', side: null, doubt: 'geo_block' })
      change(afterFault(breaker, nothingShown, clock.monoMs()))
    } else if (faults === 0) change(afterGoodRun(breaker))
  }

  if (breaker.state === 'open') awaitProbe()

  return {
    exchange,
    ask: (wanted, stopAfterMs) => {
      for (const market of wanted) {
        const name = nameOf(market)
        if (busy.has(name)) continue
        due.set(name, { market, stopAfterMs, stopAtMonoMs: clock.monoMs() + stopAfterMs, attempt: 0 })
        run.asked += 1
      }
      pump()
    },
    expects: (fiat) =>
      breaker.state === 'closed' && [...due.values(), ...busy.values()].some(({ market }) => market.fiat === fiat),
    get isResting() {
      return busy.size === 0 && (due.size === 0 || breaker.state !== 'closed')
    },
    get breaker() {
      return breaker
    },
    lastFault: (market) => lastFaults.get(nameOf(market)) ?? null,
    stop: () => {
      ending.abort()
      cancelWake()
      cancelProbe()
      for (const cancel of retryTimers) cancel()
    },
  }
}

const newRun = (): Run => ({ asked: 0, retries: 0, faults: 0, outcomes: [] })
const nameOf = ({ fiat, side }: LaneMarket): string => `${fiat} ${side}`

/** Longer than any honest reading of all pages. */
const longestReadingMs = 60_000

const nothingShown: Fault = {
  kind: 'blocked',
  message: 'The exchange shows no ad in any currency: it may hide them from this address.',
}
