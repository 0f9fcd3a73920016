import type { Board, ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { BookClient } from './ask-within.js'
import { createAsker } from './asker.js'
import type { Breaker } from './breaker.js'
import { type BreakerInMotion, createBreakerInMotion, type Ticket } from './breaker-in-motion.js'
import { createFaultLog, type DatedFault } from './fault-log.js'
import { heardIn, nothingShown, type ReadBook } from './heard.js'
import type { ReportMarketEvent } from './market-event.js'
import { createMarketSizes } from './market-sizes.js'
import { createPump } from './pump.js'
import { createQueue, type Due, type LaneMarket, nameOf } from './queue.js'
import { afterRecovery, mayRetry, newRefresh, noteFault, verdictOf } from './refresh.js'
import { retriesAfter, retriesAfterSuddenEmptiness, retryDelayMs } from './retry.js'
import { createWaits } from './waits.js'

/** One exchange's queue. Nothing that happens here is waited for by another exchange. */
export interface Lane {
  readonly exchange: ExchangeId
  /** These are due: asked one after the other until `stopAfterMs` have passed. */
  ask(markets: readonly LaneMarket[], stopAfterMs: number): void
  /** Whether an answer about this currency is on its way. */
  expects(fiat: Fiat): boolean
  readonly isResting: boolean
  readonly breaker: Pick<BreakerInMotion, 'now' | 'trouble'>
  lastFault(market: LaneMarket): DatedFault | null
  stop(): void
}

/** An answer with ads in it, or with none. */
export type TakenReading = {
  readonly market: LaneMarket
  readonly board: Board
  /** When it was asked for: the ads may be a little younger, never older. */
  readonly receivedMonoMs: number
  /** 0 for the first request of a cycle. */
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
  /** A request about this currency was answered, given up or put off. */
  readonly answeredOrGivenUp: (fiat: Fiat) => void
  readonly remember: (breaker: Breaker) => void
}

export function createLane(exchange: ExchangeId, remembered: Breaker | null, ports: LanePorts): Lane {
  const { clock, timers, random, report, markets, take, answeredOrGivenUp, remember } = ports
  /** Those for which the last cycle had no time go first in the next. */
  const missed = new Set<string>()
  /** Due and not answered yet. */
  const open = new Set<string>()
  const queue = createQueue(clock, (market) => {
    missed.add(nameOf(market))
    answeredOrGivenUp(market.fiat)
  })
  const sizes = createMarketSizes()
  const faults = createFaultLog(exchange, clock, report)
  const waits = createWaits(timers)
  const ending = new AbortController()
  const asker = createAsker(exchange, { ...ports, rate: () => breaker.now.rate, ending: ending.signal })
  let refresh = newRefresh()
  let hidesEverything = false

  const breaker = createBreakerInMotion({
    exchange,
    remembered,
    clock,
    timers,
    report,
    remember,
    onOpened: () => {
      refresh.outcomes = []
      for (const { fiat } of queue.waiting()) answeredOrGivenUp(fiat)
    },
    probe: () => {
      const market = sizes.smallest() ?? queue.waiting()[0] ?? markets[0]
      if (market !== undefined) start({ market, stopAfterMs: 0, stopAtMonoMs: Number.POSITIVE_INFINITY, attempt: 0 })
    },
    onClosed: () => {
      hidesEverything = false
      // What failed on the way down or could not be asked meanwhile is asked now, with all its time.
      for (const { entry } of refresh.unanswered.values()) queue.add(entry.market, entry.stopAfterMs)
      queue.renew()
      refresh = afterRecovery(refresh)
    },
  })

  const start = (entry: Due): void => {
    const ticket = breaker.ticket()
    queue.begin(entry)
    asker
      .ask(entry)
      .then(({ reading, askedMonoMs }) => {
        queue.end(entry)
        if (ending.signal.aborted) return
        refresh.outcomes.push(reading)
        const { read, fault } = heardIn(reading, hidesEverything)
        if (read !== null || fault?.kind === 'no_market') noteAnswer(entry.market)
        if (read !== null) handOn(entry, read, askedMonoMs, ticket)
        // The first pages stand; what failed behind them is not asked again for itself.
        if (fault !== null)
          blame(read === null ? entry : { ...entry, attempt: Number.POSITIVE_INFINITY }, fault, ticket)
      })
      .catch((error: unknown) => report({ kind: 'crash', where: `${exchange} ${nameOf(entry.market)}`, error }))
      .finally(() => {
        if (ending.signal.aborted) return
        answeredOrGivenUp(entry.market.fiat)
        pump()
      })
  }

  const noteAnswer = (market: LaneMarket): void => {
    if (open.delete(nameOf(market))) report({ kind: 'answered', exchange, ...market })
  }

  const handOn = (entry: Due, { board, rejected, incomplete }: ReadBook, askedMonoMs: number, ticket: Ticket): void => {
    const { market, attempt } = entry
    sizes.note(market, board.ads.length)
    if (rejected.length > 0) report({ kind: 'partial', exchange, ...market, rejected: rejected.length })
    if (incomplete === null) {
      refresh.unanswered.delete(nameOf(market))
      faults.over(market)
      breaker.answered(ticket)
    }
    const verdict = take({ market, board, receivedMonoMs: askedMonoMs, attempt })
    if (verdict === 'ask_again') retry(entry, retriesAfterSuddenEmptiness)
  }

  const blame = (entry: Due, fault: Fault, ticket: Ticket): void => {
    faults.note(entry.market, fault)
    noteFault(refresh, entry, fault)
    breaker.failed(ticket, fault)
    if (breaker.mayAsk) retry(entry, retriesAfter(fault.kind))
  }

  const retry = (entry: Due, most: number): void => {
    if (entry.attempt >= most || !mayRetry(refresh)) return
    refresh.retries += 1
    queue.begin(entry)
    waits.after(retryDelayMs(entry.attempt, random()), () => {
      queue.end(entry)
      queue.addAgain({ ...entry, attempt: entry.attempt + 1 })
      pump()
    })
  }

  /** Once everything was asked and answered, the refresh is seen as a whole. */
  const lookBack = (): void => {
    if (queue.busyCount > 0 || refresh.asked === 0) return
    const verdict = verdictOf(refresh)
    if (verdict.state === 'lost') {
      breaker.lost(verdict.fault)
      return
    }
    refresh = newRefresh()
    if (verdict.state === 'good') breaker.wentWell()
    if (verdict.state !== 'hides_everything') return
    hidesEverything = true
    report({ kind: 'doubt', exchange, fiat: null, side: null, doubt: 'geo_block' })
    breaker.failed(breaker.ticket(), nothingShown)
  }

  const pump = createPump({
    mayAsk: () => breaker.mayAsk && !ending.signal.aborted,
    waitMs: asker.waitMs,
    next: queue.next,
    start,
    onEmpty: lookBack,
    waits,
  })

  return {
    exchange,
    ask: (wanted, stopAfterMs) => {
      const isMissed = (market: LaneMarket) => Number(missed.has(nameOf(market)))
      for (const market of wanted.toSorted((a, b) => isMissed(b) - isMissed(a))) {
        open.add(nameOf(market))
        report({ kind: 'due', exchange, ...market })
        if (queue.add(market, stopAfterMs)) refresh.asked += 1
      }
      missed.clear()
      pump()
    },
    expects: (fiat) => breaker.mayAsk && queue.expects(fiat),
    get isResting() {
      return queue.busyCount === 0 && (queue.waitingCount === 0 || !breaker.mayAsk)
    },
    breaker,
    lastFault: faults.last,
    stop: () => {
      ending.abort()
      breaker.stop()
      waits.cancelAll()
    },
  }
}
