import type { Board, ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { Breaker } from './breaker.js'
import { type BreakerRunner, createBreakerRunner, type Permit } from './breaker-runner.js'
import { classifyReading, emptyResult, type ReadBook } from './classify-reading.js'
import { afterRecovery, cycleResultOf, mayRetry, newCycle, noteFault } from './collection-cycle.js'
import { createFaultLog, type DatedFault } from './fault-log.js'
import { createFetchQueue, type FetchJob, nameOf, type WorkerMarket } from './fetch-queue.js'
import type { BookClient } from './fetch-with-timeout.js'
import { createFetcher } from './fetcher.js'
import type { ReportMarketEvent } from './market-event.js'
import { createMarketSizes } from './market-sizes.js'
import { createPacedJobStarter } from './paced-job-starter.js'
import { retriesAfter, retriesAfterSuddenEmptiness, retryDelayMs } from './retry-policy.js'
import { createTimerGroup } from './timer-group.js'

/** One exchange's queue. Nothing that happens here is waited for by another exchange. */
export interface ExchangeWorker {
  readonly exchange: ExchangeId
  /** These are due: asked one after the other until `stopAfterMs` have passed. */
  enqueueMarkets(markets: readonly WorkerMarket[], stopAfterMs: number): void
  expects(fiat: Fiat): boolean
  readonly isIdle: boolean
  readonly breaker: Pick<BreakerRunner, 'now' | 'trouble'>
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
  readonly onMarketSettled: (fiat: Fiat) => void
  readonly saveBreaker: (breaker: Breaker) => void
}

export function createExchangeWorker(
  exchange: ExchangeId,
  stored: Breaker | null,
  ports: ExchangeWorkerPorts,
): ExchangeWorker {
  const { clock, timers, random, report, markets, onReading, onMarketSettled, saveBreaker } = ports
  /** Markets that the last cycle had no time for; the next cycle asks them first. */
  const missed = new Set<string>()
  /** Due and not answered yet. */
  const open = new Set<string>()
  const queue = createFetchQueue(clock, (market) => {
    missed.add(nameOf(market))
    onMarketSettled(market.fiat)
  })
  const sizes = createMarketSizes()
  const faults = createFaultLog(exchange, clock, report)
  const waits = createTimerGroup(timers)
  const ending = new AbortController()
  const fetcher = createFetcher(exchange, { ...ports, rate: () => breaker.now.rate, ending: ending.signal })
  let cycle = newCycle()
  let hidesEverything = false

  const breaker = createBreakerRunner({
    exchange,
    stored,
    clock,
    timers,
    report,
    saveBreaker,
    onOpened: () => {
      cycle.outcomes = []
      for (const { fiat } of queue.waiting()) onMarketSettled(fiat)
    },
    probe: () => {
      const market = sizes.smallest() ?? queue.waiting()[0] ?? markets[0]
      if (market !== undefined) start({ market, stopAfterMs: 0, stopAtMonoMs: Number.POSITIVE_INFINITY, attempt: 0 })
    },
    onClosed: () => {
      hidesEverything = false
      for (const { entry } of cycle.unanswered.values()) queue.add(entry.market, entry.stopAfterMs)
      queue.resetDeadlines()
      cycle = afterRecovery(cycle)
    },
  })

  const start = (entry: FetchJob): void => {
    const permit = breaker.permit()
    queue.startJob(entry)
    fetcher
      .fetchJob(entry)
      .then(({ reading, askedMonoMs }) => {
        queue.endJob(entry)
        if (ending.signal.aborted) return
        cycle.outcomes.push(reading)
        const { read, fault } = classifyReading(reading, hidesEverything)
        if (read !== null || fault?.kind === 'no_market') noteAnswer(entry.market)
        if (read !== null) deliverReading(entry, read, askedMonoMs, permit)
        // The first pages stand; what failed behind them is not asked again for itself.
        if (fault !== null)
          handleFault(read === null ? entry : { ...entry, attempt: Number.POSITIVE_INFINITY }, fault, permit)
      })
      .catch((error: unknown) => report({ kind: 'crash', where: `${exchange} ${nameOf(entry.market)}`, error }))
      .finally(() => {
        if (ending.signal.aborted) return
        onMarketSettled(entry.market.fiat)
        pump()
      })
  }

  const noteAnswer = (market: WorkerMarket): void => {
    if (open.delete(nameOf(market))) report({ kind: 'answered', exchange, ...market })
  }

  const deliverReading = (
    entry: FetchJob,
    { board, rejected, incomplete }: ReadBook,
    askedMonoMs: number,
    permit: Permit,
  ): void => {
    const { market, attempt } = entry
    sizes.recordSize(market, board.ads.length)
    if (rejected.length > 0) report({ kind: 'partial', exchange, ...market, rejected: rejected.length })
    if (incomplete === null) {
      cycle.unanswered.delete(nameOf(market))
      faults.over(market)
      breaker.onAnswer(permit)
    }
    const verdict = onReading({ market, board, receivedMonoMs: askedMonoMs, attempt })
    if (verdict === 'ask_again') retry(entry, retriesAfterSuddenEmptiness)
  }

  const handleFault = (entry: FetchJob, fault: Fault, permit: Permit): void => {
    faults.recordFault(entry.market, fault)
    noteFault(cycle, entry, fault)
    breaker.onFault(permit, fault)
    if (breaker.mayAsk) retry(entry, retriesAfter(fault.kind))
  }

  const retry = (entry: FetchJob, most: number): void => {
    if (entry.attempt >= most || !mayRetry(cycle)) return
    cycle.retries += 1
    queue.startJob(entry)
    waits.after(retryDelayMs(entry.attempt, random()), () => {
      queue.endJob(entry)
      queue.addAgain({ ...entry, attempt: entry.attempt + 1 })
      pump()
    })
  }

  const finishCycle = (): void => {
    if (queue.busyCount > 0 || cycle.asked === 0) return
    const verdict = cycleResultOf(cycle)
    if (verdict.state === 'lost') {
      breaker.onCycleLost(verdict.fault)
      return
    }
    cycle = newCycle()
    if (verdict.state === 'good') breaker.onGoodCycle()
    if (verdict.state !== 'hides_everything') return
    hidesEverything = true
    report({ kind: 'doubt', exchange, fiat: null, side: null, doubt: 'geo_block' })
    breaker.onFault(breaker.permit(), emptyResult)
  }

  const pump = createPacedJobStarter({
    mayAsk: () => breaker.mayAsk && !ending.signal.aborted,
    waitMs: fetcher.waitMs,
    next: queue.nextJob,
    start,
    onEmpty: finishCycle,
    waits,
  })

  return {
    exchange,
    enqueueMarkets: (wanted, stopAfterMs) => {
      const isMissed = (market: WorkerMarket) => Number(missed.has(nameOf(market)))
      for (const market of wanted.toSorted((a, b) => isMissed(b) - isMissed(a))) {
        open.add(nameOf(market))
        report({ kind: 'due', exchange, ...market })
        if (queue.add(market, stopAfterMs)) cycle.asked += 1
      }
      missed.clear()
      pump()
    },
    expects: (fiat) => breaker.mayAsk && queue.expects(fiat),
    get isIdle() {
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
