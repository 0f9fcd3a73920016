import type { Board, ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Cancel } from '../base/time/timers.js'
import { type BreakerRunner, createBreakerRunner, type Permit, type StoredBreaker } from './breaker-runner.js'
import {
  afterRecovery,
  type CycleState,
  cycleResultOf,
  mayRetry,
  newCycle,
  noteFault,
  retriesAfter,
  retriesAfterSuddenEmptiness,
  retryDelayMs,
} from './collection-cycle.js'
import { createFetchQueue, type FetchJob, type FetchQueue, nameOf, type WorkerMarket } from './fetch-queue.js'
import { classifyReading, createFetcher, emptyResult, type Fetcher, type ReadBook } from './fetcher.js'
import type { IngestContext } from './ingest-context.js'
import type { ReportMarketEvent } from './market-log.js'
import { createFaultLog, type FaultLog } from './worker-status.js'

/** One exchange's queue. Other exchanges never wait for it. */
export type ExchangeWorker = {
  readonly exchange: ExchangeId
  readonly ports: WorkerPorts
  readonly queue: FetchQueue
  readonly breaker: BreakerRunner
  readonly faults: FaultLog
  readonly fetcher: Fetcher
  /** Newest number of ads of each market that shows any. */
  readonly sizes: Map<string, { readonly market: WorkerMarket; readonly ads: number }>
  /** Markets that the last cycle had no time for; the next cycle asks them first. */
  readonly missed: Set<string>
  /** Due and not answered yet. */
  readonly open: Set<string>
  readonly waits: Set<Cancel>
  readonly ending: AbortController
  cycle: CycleState
  /** The exchange seems to hide its ads from this address. */
  hidesEverything: boolean
  isPaused: boolean
}

export type ConsumedReading = {
  readonly market: WorkerMarket
  readonly board: Board
  /** When it was asked for: the ads may be a little younger, never older. */
  readonly receivedMonoMs: number
  /** 0 for the first request of a cycle. */
  readonly attempt: number
}

export type WorkerPorts = {
  readonly context: Pick<IngestContext, 'exchanges' | 'client' | 'time' | 'random'>
  /** All that may ever be asked, the most important first. */
  readonly markets: readonly WorkerMarket[]
  readonly stored: StoredBreaker
  readonly report: ReportMarketEvent
  readonly onReading: (reading: ConsumedReading) => 'taken' | 'ask_again'
  readonly onMarketSettled: (fiat: Fiat) => void
}

export function createExchangeWorker(exchange: ExchangeId, ports: WorkerPorts): ExchangeWorker {
  const { context, stored, report, onMarketSettled } = ports
  const { clock } = context.time
  const missed = new Set<string>()
  const ending = new AbortController()
  const breaker = createBreakerRunner({
    exchange,
    stored,
    time: context.time,
    report,
    onOpened: () => onBreakerOpened(worker),
    probe: () => probe(worker),
    onClosed: () => onBreakerClosed(worker),
  })
  const worker: ExchangeWorker = {
    exchange,
    ports,
    queue: createFetchQueue(clock, (market) => {
      missed.add(nameOf(market))
      onMarketSettled(market.fiat)
    }),
    breaker,
    faults: createFaultLog(exchange, clock, report),
    fetcher: createFetcher(exchange, context, {
      minIntervalMs: context.exchanges.byId(exchange)?.minIntervalMs ?? 0,
      rate: () => breaker.now.rate,
      ending: ending.signal,
    }),
    sizes: new Map(),
    missed,
    open: new Set(),
    waits: new Set(),
    ending,
    cycle: newCycle(),
    hidesEverything: false,
    isPaused: false,
  }
  return worker
}

/** Asks these markets one after the other, until `stopAfterMs` have passed. */
export function enqueueMarkets(worker: ExchangeWorker, wanted: readonly WorkerMarket[], stopAfterMs: number): void {
  const { exchange, queue, missed, open, cycle, ports } = worker
  const isMissed = (market: WorkerMarket) => Number(missed.has(nameOf(market)))
  for (const market of wanted.toSorted((a, b) => isMissed(b) - isMissed(a))) {
    open.add(nameOf(market))
    ports.report({ kind: 'due', exchange, ...market })
    if (queue.add(market, stopAfterMs)) cycle.asked += 1
  }
  missed.clear()
  pump(worker)
}

export const expectsAnswer = ({ breaker, queue }: ExchangeWorker, fiat: Fiat): boolean =>
  breaker.mayAsk && queue.expects(fiat)

export const isIdle = ({ breaker, queue }: ExchangeWorker): boolean =>
  queue.busyCount === 0 && (queue.waitingCount === 0 || !breaker.mayAsk)

export function stopWorker({ ending, breaker, waits }: ExchangeWorker): void {
  ending.abort()
  breaker.stop()
  for (const cancel of waits) cancel()
  waits.clear()
}

/** Starts as many requests as the exchange may get at this moment, and calls itself again when it may get more. */
function pump(worker: ExchangeWorker): void {
  const { breaker, ending, fetcher, queue } = worker
  while (breaker.mayAsk && !ending.signal.aborted) {
    const pauseMs = fetcher.waitMs()
    // An answer under way will call again.
    if (pauseMs === null) return
    if (pauseMs > 0) {
      pumpAfter(worker, pauseMs)
      return
    }
    const entry = queue.nextJob()
    if (entry === null) {
      finishCycle(worker)
      return
    }
    start(worker, entry)
  }
}

function pumpAfter(worker: ExchangeWorker, ms: number): void {
  if (worker.isPaused) return
  worker.isPaused = true
  after(worker, ms, () => {
    worker.isPaused = false
    pump(worker)
  })
}

function after({ waits, ports }: ExchangeWorker, ms: number, work: () => void): void {
  const cancel = ports.context.time.timers.after(ms, () => {
    waits.delete(cancel)
    work()
  })
  waits.add(cancel)
}

function start(worker: ExchangeWorker, entry: FetchJob): void {
  const { exchange, queue, breaker, fetcher, ending, ports } = worker
  const permit = breaker.permit()
  queue.startJob(entry)
  fetcher
    .fetchJob(entry)
    .then(({ reading, askedMonoMs }) => {
      queue.endJob(entry)
      if (ending.signal.aborted) return
      worker.cycle.outcomes.push(reading)
      const { read, fault } = classifyReading(reading, worker.hidesEverything)
      if (read !== null || fault?.kind === 'no_market') noteAnswer(worker, entry.market)
      if (read !== null) deliverReading(worker, entry, read, askedMonoMs, permit)
      // The first pages stand; a fault after them causes no retry.
      if (fault !== null)
        handleFault(worker, read === null ? entry : { ...entry, attempt: Number.POSITIVE_INFINITY }, fault, permit)
    })
    .catch((error: unknown) => ports.report({ kind: 'crash', where: `${exchange} ${nameOf(entry.market)}`, error }))
    .finally(() => {
      if (ending.signal.aborted) return
      ports.onMarketSettled(entry.market.fiat)
      pump(worker)
    })
}

function noteAnswer({ exchange, open, ports }: ExchangeWorker, market: WorkerMarket): void {
  if (open.delete(nameOf(market))) ports.report({ kind: 'answered', exchange, ...market })
}

function deliverReading(
  worker: ExchangeWorker,
  entry: FetchJob,
  { board, rejected, incomplete }: ReadBook,
  askedMonoMs: number,
  permit: Permit,
): void {
  const { exchange, sizes, cycle, faults, breaker, ports } = worker
  const { market, attempt } = entry
  const ads = board.ads.length
  if (ads > 0) sizes.set(nameOf(market), { market, ads })
  if (rejected.length > 0) ports.report({ kind: 'partial', exchange, ...market, rejected: rejected.length })
  if (incomplete === null) {
    cycle.unanswered.delete(nameOf(market))
    faults.over(market)
    breaker.onAnswer(permit)
  }
  const verdict = ports.onReading({ market, board, receivedMonoMs: askedMonoMs, attempt })
  if (verdict === 'ask_again') retry(worker, entry, retriesAfterSuddenEmptiness)
}

function handleFault(worker: ExchangeWorker, entry: FetchJob, fault: Fault, permit: Permit): void {
  const { faults, breaker } = worker
  faults.recordFault(entry.market, fault)
  noteFault(worker.cycle, entry, fault)
  breaker.onFault(permit, fault)
  if (breaker.mayAsk) retry(worker, entry, retriesAfter(fault.kind))
}

function retry(worker: ExchangeWorker, entry: FetchJob, most: number): void {
  const { queue, ports } = worker
  if (entry.attempt >= most || !mayRetry(worker.cycle)) return
  worker.cycle.retries += 1
  queue.startJob(entry)
  after(worker, retryDelayMs(entry.attempt, ports.context.random()), () => {
    queue.endJob(entry)
    queue.addAgain({ ...entry, attempt: entry.attempt + 1 })
    pump(worker)
  })
}

function finishCycle(worker: ExchangeWorker): void {
  const { exchange, queue, cycle, breaker, ports } = worker
  if (queue.busyCount > 0 || cycle.asked === 0) return
  const verdict = cycleResultOf(cycle)
  if (verdict.state === 'lost') {
    breaker.onCycleLost(verdict.fault)
    return
  }
  worker.cycle = newCycle()
  if (verdict.state === 'good') breaker.onGoodCycle()
  if (verdict.state !== 'hides_everything') return
  worker.hidesEverything = true
  ports.report({ kind: 'doubt', exchange, fiat: null, side: null, doubt: 'geo_block' })
  breaker.onFault(breaker.permit(), emptyResult)
}

function onBreakerOpened({ cycle, queue, ports }: ExchangeWorker): void {
  cycle.outcomes = []
  for (const { fiat } of queue.waiting()) ports.onMarketSettled(fiat)
}

/** Asks for the smallest market, because it is the cheapest. */
function probe(worker: ExchangeWorker): void {
  const { sizes, queue, ports } = worker
  const [smallest] = [...sizes.values()].sort((a, b) => a.ads - b.ads)
  const market = smallest?.market ?? queue.waiting()[0] ?? ports.markets[0]
  if (market !== undefined)
    start(worker, { market, stopAfterMs: 0, stopAtMonoMs: Number.POSITIVE_INFINITY, attempt: 0 })
}

function onBreakerClosed(worker: ExchangeWorker): void {
  const { cycle, queue } = worker
  worker.hidesEverything = false
  for (const { entry } of cycle.unanswered.values()) queue.add(entry.market, entry.stopAfterMs)
  queue.resetDeadlines()
  worker.cycle = afterRecovery(cycle)
}
