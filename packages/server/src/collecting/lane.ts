import type { Board, ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'
import type { Clock } from '../clock.js'
import type { Cancel, Timers } from '../timers.js'
import { askWithin, type BookClient } from './ask-within.js'
import type { Breaker } from './breaker.js'
import { type BreakerInMotion, createBreakerInMotion, type Ticket } from './breaker-in-motion.js'
import { createFaultLog, type DatedFault } from './fault-log.js'
import type { ReportMarketEvent } from './market-event.js'
import { createQueue, type Due, type LaneMarket, nameOf } from './queue.js'
import { mayRetry, newRefresh, verdictOf } from './refresh.js'
import { retriesAfter, retriesAfterSuddenEmptiness, retryDelayMs } from './retry.js'

/** One exchange's queue. Nothing that happens here is waited for by another exchange. */
export interface Lane {
  readonly exchange: ExchangeId
  /** These are due: asked one after the other until `stopAfterMs` have passed. */
  ask(markets: readonly LaneMarket[], stopAfterMs: number): void
  /** Whether an answer about this currency is on its way. */
  expects(fiat: Fiat): boolean
  readonly isResting: boolean
  readonly gate: Pick<BreakerInMotion, 'breaker' | 'trouble'>
  lastFault(market: LaneMarket): DatedFault | null
  stop(): void
}

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

type ReadBook = Extract<BookReading, { state: 'read' }>

export const createLane = (exchange: ExchangeId, remembered: Breaker | null, ports: LanePorts): Lane => {
  const { client, clock, timers, random, report, markets, minIntervalMs, take, settled, remember } = ports
  /** Those for which the last cycle had no time go first in the next. */
  const missed = new Set<string>()
  const queue = createQueue(clock, (market) => {
    missed.add(nameOf(market))
    settled(market.fiat)
  })
  /** How many ads a market had: the smallest one is the cheapest probe. */
  const sizes = new Map<string, { readonly market: LaneMarket; readonly ads: number }>()
  const faults = createFaultLog(exchange, clock, report)
  const waits = new Set<Cancel>()
  const ending = new AbortController()
  let run = newRefresh()
  let inFlight = 0
  let slowUntilMonoMs = 0
  let isWaiting = false
  let hidesEverything = false

  const gate = createBreakerInMotion({
    exchange,
    remembered,
    clock,
    timers,
    report,
    remember,
    onShut: () => {
      run.outcomes = []
      for (const { fiat } of queue.waiting()) settled(fiat)
    },
    probe: () => {
      const [smallest] = [...sizes.values()].sort((a, b) => a.ads - b.ads)
      const market = smallest?.market ?? queue.waiting()[0] ?? markets[0]
      if (market !== undefined) start({ market, stopAfterMs: 0, stopAtMonoMs: Number.POSITIVE_INFINITY, attempt: 0 })
    },
    onOpen: () => {
      hidesEverything = false
      // What failed on the way down or could not be asked meanwhile is asked now, with all its time.
      for (const { entry } of run.unanswered.values()) queue.add(entry.market, entry.stopAfterMs)
      run.unanswered.clear()
      queue.renew()
      // Its sins are forgotten, its retries are spent.
      run = { ...run, faults: 0, outcomes: [] }
    },
  })

  /** Starts as much as may be asked at this moment. */
  const pump = (): void => {
    if (ending.signal.aborted) return
    while (gate.isOpen && inFlight < (isSlowed() ? 1 : 2)) {
      if (isSlowed() && clock.monoMs() < slowUntilMonoMs) {
        pumpLater(slowUntilMonoMs - clock.monoMs())
        return
      }
      const next = queue.next()
      if (next === null) {
        rest()
        return
      }
      start(next)
    }
  }

  const pumpLater = (ms: number): void => {
    if (isWaiting) return
    isWaiting = true
    later(ms, () => {
      isWaiting = false
      pump()
    })
  }

  const isSlowed = (): boolean => gate.breaker.rate < 1

  const later = (ms: number, work: () => void): void => {
    const cancel = timers.after(ms, () => {
      waits.delete(cancel)
      work()
    })
    waits.add(cancel)
  }

  const start = (entry: Due): void => {
    const ticket = gate.ticket()
    const startMonoMs = clock.monoMs()
    const patienceMs = Math.min(longestReadingMs, entry.stopAtMonoMs - startMonoMs)
    queue.begin(entry)
    inFlight += 1
    askWithin(client, timers, { exchange, ...entry.market }, patienceMs, ending.signal)
      .then((reading) => {
        inFlight -= 1
        queue.end(entry)
        if (ending.signal.aborted) return
        const pages = reading.state === 'read' ? reading.pages : 1
        slowUntilMonoMs = startMonoMs + Math.ceil((pages * minIntervalMs) / gate.breaker.rate)
        run.outcomes.push(reading)
        if (reading.state === 'failed') blame(entry, reading.fault, ticket)
        else if (hidesEverything && reading.rowCount === 0) blame(entry, nothingShown, ticket)
        else hear(entry, reading, startMonoMs, ticket)
      })
      .catch((error: unknown) => report({ kind: 'crash', where: `${exchange} ${nameOf(entry.market)}`, error }))
      .finally(() => {
        if (ending.signal.aborted) return
        settled(entry.market.fiat)
        pump()
      })
  }

  const hear = (entry: Due, reading: ReadBook, startMonoMs: number, ticket: Ticket): void => {
    const { market, attempt } = entry
    const { board, rejected, incomplete } = reading
    if (board.ads.length > 0) sizes.set(nameOf(market), { market, ads: board.ads.length })
    if (rejected.length > 0) report({ kind: 'partial', exchange, ...market, rejected: rejected.length })
    if (incomplete === null) {
      run.unanswered.delete(nameOf(market))
      faults.over(market)
      gate.answered(ticket)
    }
    const verdict = take({ market, board, receivedMonoMs: startMonoMs, attempt })
    if (verdict === 'ask_again') retry(entry, retriesAfterSuddenEmptiness)
    // The first pages stand; what failed behind them counts as it would alone.
    if (incomplete !== null) blame({ ...entry, attempt: Number.POSITIVE_INFINITY }, incomplete, ticket)
  }

  const blame = (entry: Due, fault: Fault, ticket: Ticket): void => {
    faults.note(entry.market, fault)
    if (fault.kind !== 'no_market') run.faults += 1
    const isWorthAsking = retriesAfter(fault.kind) > 0 || fault.kind === 'rate_limited'
    if (isWorthAsking && entry.stopAfterMs > 0) run.unanswered.set(nameOf(entry.market), { entry, fault })
    gate.failed(ticket, fault)
    if (gate.isOpen) retry(entry, retriesAfter(fault.kind))
  }

  const retry = (entry: Due, most: number): void => {
    if (entry.attempt >= most || !mayRetry(run)) return
    run.retries += 1
    queue.begin(entry)
    later(retryDelayMs(entry.attempt, random()), () => {
      queue.end(entry)
      queue.addAgain({ ...entry, attempt: entry.attempt + 1 })
      pump()
    })
  }

  /** Everything was asked and answered: time to look at the refresh as a whole. */
  const rest = (): void => {
    if (queue.busyCount > 0 || run.asked === 0) return
    const verdict = verdictOf(run)
    if (verdict.state === 'lost') {
      gate.lost(verdict.fault)
      return
    }
    run = newRefresh()
    if (verdict.state === 'good') gate.ranWell()
    if (verdict.state !== 'hides_everything') return
    hidesEverything = true
    report({ kind: 'doubt', exchange, fiat: null, side: null, doubt: 'geo_block' })
    gate.failed(gate.ticket(), nothingShown)
  }

  return {
    exchange,
    ask: (wanted, stopAfterMs) => {
      const isMissed = (market: LaneMarket) => Number(missed.has(nameOf(market)))
      for (const market of wanted.toSorted((a, b) => isMissed(b) - isMissed(a)))
        if (queue.add(market, stopAfterMs)) run.asked += 1
      missed.clear()
      pump()
    },
    expects: (fiat) => gate.isOpen && queue.expects(fiat),
    get isResting() {
      return queue.busyCount === 0 && (queue.waitingCount === 0 || !gate.isOpen)
    },
    gate,
    lastFault: faults.last,
    stop: () => {
      ending.abort()
      gate.stop()
      for (const cancel of waits) cancel()
    },
  }
}

/** Longer than any honest reading of all pages. */
const longestReadingMs = 60_000

const nothingShown: Fault = {
  kind: 'blocked',
  message: 'The exchange shows no ad in any currency: it may hide them from this address.',
}
