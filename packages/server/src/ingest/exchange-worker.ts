import type { Board, ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { Breaker } from './breaker.js'
import { type BreakerInMotion, createBreakerInMotion, type Permit } from './breaker-runner.js'
import { classifyReading, emptyResult, type ReadBook } from './classify-reading.js'
import { afterRecovery, mayRetry, newRefresh, noteFault, verdictOf } from './cycle.js'
import { createFaultLog, type DatedFault } from './fault-log.js'
import type { BookClient } from './fetch-with-timeout.js'
import { createFetcher } from './fetcher.js'
import type { ReportMarketEvent } from './market-event.js'
import { createMarketSizes } from './market-sizes.js'
import { createQueue, type Job, nameOf, type WorkerMarket } from './queue.js'
import { retriesAfter, retriesAfterSuddenEmptiness, retryDelayMs } from './retry.js'
import { createTicker } from './ticker.js'
import { createTimerGroup } from './timer-group.js'

/** One exchange's queue. Nothing that happens here is waited for by another exchange. */
export interface ExchangeWorker {
  readonly exchange: ExchangeId
  /** These are due: asked one after the other until `stopAfterMs` have passed. */
  ask(markets: readonly WorkerMarket[], stopAfterMs: number): void
  expects(fiat: Fiat): boolean
  readonly isResting: boolean
  readonly breaker: Pick<BreakerInMotion, 'now' | 'trouble'>
  lastFault(market: WorkerMarket): DatedFault | null
  stop(): void
}

export type ConsumedReading = {
  readonly market: WorkerMarket
  readonly board: Board
  /** When it was asked for: the ads may be a little younger, never older. */
  readonly receivedMonoMs: number
  /** 0 for the first request of a cycle. */
  readonly attempt: number
}

export type ExchangeWorkerPorts = {
  readonly client: BookClient
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
  /** All that may ever be asked, the most important first. */
  readonly markets: readonly WorkerMarket[]
  /** Usual pause between requests; it grows while the exchange throttles us. */
  readonly minIntervalMs: number
  readonly onReading: (reading: ConsumedReading) => 'taken' | 'ask_again'
  readonly answeredOrGivenUp: (fiat: Fiat) => void
  readonly remember: (breaker: Breaker) => void
}

export function createExchangeWorker(
  exchange: ExchangeId,
  remembered: Breaker | null,
  ports: ExchangeWorkerPorts,
): ExchangeWorker {
  const { clock, timers, random, report, markets, onReading, answeredOrGivenUp, remember } = ports
  /** Markets that the last cycle had no time for; the next cycle asks them first. */
  const missed = new Set<string>()
  /** Due and not answered yet. */
  const open = new Set<string>()
  const queue = createQueue(clock, (market) => {
    missed.add(nameOf(market))
    answeredOrGivenUp(market.fiat)
  })
  const sizes = createMarketSizes()
  const faults = createFaultLog(exchange, clock, report)
  const waits = createTimerGroup(timers)
  const ending = new AbortController()
  const asker = createFetcher(exchange, { ...ports, rate: () => breaker.now.rate, ending: ending.signal })
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
      for (const { entry } of refresh.unanswered.values()) queue.add(entry.market, entry.stopAfterMs)
      queue.resetDeadlines()
      refresh = afterRecovery(refresh)
    },
  })

  const start = (entry: Job): void => {
    const ticket = breaker.ticket()
    queue.startJob(entry)
    asker
      .ask(entry)
      .then(({ reading, askedMonoMs }) => {
        queue.end(entry)
        if (ending.signal.aborted) return
        refresh.outcomes.push(reading)
        const { read, fault } = classifyReading(reading, hidesEverything)
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

  const noteAnswer = (market: WorkerMarket): void => {
    if (open.delete(nameOf(market))) report({ kind: 'answered', exchange, ...market })
  }

  const handOn = (entry: Job, { board, rejected, incomplete }: ReadBook, askedMonoMs: number, ticket: Permit): void => {
    const { market, attempt } = entry
    sizes.recordSize(market, board.ads.length)
    if (rejected.length > 0) report({ kind: 'partial', exchange, ...market, rejected: rejected.length })
    if (incomplete === null) {
      refresh.unanswered.delete(nameOf(market))
      faults.over(market)
      breaker.answered(ticket)
    }
    const verdict = onReading({ market, board, receivedMonoMs: askedMonoMs, attempt })
    if (verdict === 'ask_again') retry(entry, retriesAfterSuddenEmptiness)
  }

  const blame = (entry: Job, fault: Fault, ticket: Permit): void => {
    faults.recordFault(entry.market, fault)
    noteFault(refresh, entry, fault)
    breaker.failed(ticket, fault)
    if (breaker.mayAsk) retry(entry, retriesAfter(fault.kind))
  }

  const retry = (entry: Job, most: number): void => {
    if (entry.attempt >= most || !mayRetry(refresh)) return
    refresh.retries += 1
    queue.startJob(entry)
    waits.after(retryDelayMs(entry.attempt, random()), () => {
      queue.end(entry)
      queue.addAgain({ ...entry, attempt: entry.attempt + 1 })
      pump()
    })
  }

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
    breaker.failed(breaker.ticket(), emptyResult)
  }

  const pump = createTicker({
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
      const isMissed = (market: WorkerMarket) => Number(missed.has(nameOf(market)))
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
