import { type ExchangeId, exchangeById, type Fiat, type TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { PublishMarket } from '../market/market-snapshot.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { IngestView } from '../market/source-status-cache.js'
import { createAdAges } from './ad-ages.js'
import { createBoardCheckpoint } from './board-checkpoint.js'
import { marketsOf } from './collector.js'
import type { CollectorStateStore } from './collector-state-store.js'
import { createCurrentBoards } from './current-boards.js'
import { debouncePublish } from './debounce-publish.js'
import { exchangeConditions } from './exchange-conditions.js'
import type { ConsumedReading } from './exchange-worker.js'
import type { WorkerMarket } from './fetch-queue.js'
import type { ReportMarketEvent } from './market-event.js'
import { createProfitablePairs } from './profitable-pairs.js'
import { createPublicationNumbers } from './publication-numbers.js'
import { createPublisher } from './publisher.js'
import { createReadingConsumer } from './queued-reading-consumer.js'
import type { ReadingQueue } from './reading-queue.js'
import { createReadingValidator } from './reading-validator.js'
import { createSourceStatuses } from './source-statuses.js'
import type { WorkerStatus } from './worker-status.js'

export type ReviewerPorts = {
  readonly store: CollectorStateStore
  readonly publishMarket: PublishMarket
  /** Readings of other servers; null for a single server. */
  readonly readings: Pick<ReadingQueue, 'readingsSince'> | null
}

export interface BoardReviewer extends IngestView {
  acceptReading(reading: ConsumedReading): 'taken' | 'ask_again'
  onMarketSettled(fiat: Fiat): void
  isRecent(exchange: ExchangeId, market: WorkerMarket): boolean
  pollReadings(): Promise<void>
  rereadReadings(): void
  stop(): void
}

export async function openReviewer(
  ports: ReviewerPorts & {
    readonly fiats: readonly Fiat[]
    readonly exchanges: readonly ExchangeId[]
    readonly cycleMsOf: (fiat: Fiat) => number
    readonly rules: TrustRules
    readonly workers: () => readonly WorkerStatus[]
    readonly expects: (fiat: Fiat) => boolean
    readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
    readonly clock: Clock
    readonly timers: Timers
    readonly report: ReportMarketEvent
  },
): Promise<BoardReviewer> {
  const { store, publishMarket, readings, fiats, exchanges, cycleMsOf, rules, workers, expects, shown } = ports
  const { clock, timers, report } = ports
  const crash = (where: string) => (error: unknown) => report({ kind: 'crash', where, error })
  const notRecorded = (of: readonly Fiat[], error: unknown) => {
    for (const fiat of of) report({ kind: 'not_recorded', fiat, error })
  }

  const nextCycleMonoMs = (fiat: Fiat): number => {
    const attended = workers().filter((lane) => !lane.isUnattended(fiat))
    return attended.length === 0
      ? clock.monoMs() + cycleMsOf(fiat)
      : Math.min(...attended.map((lane) => lane.nextCycleMonoMs(fiat)))
  }

  const adAges = createAdAges()
  const currentBoards = createCurrentBoards(exchanges)
  const validator = createReadingValidator({
    clock,
    exchanges,
    adAges,
    currentBoards,
    sideInRow: (exchange) => exchangeById(exchange)?.sideInRow === true,
    report,
  })
  const paying = createProfitablePairs({ clock, published: (fiat) => shown.snapshot(fiat)?.paying })
  const publisher = createPublisher({
    clock,
    exchanges,
    rules,
    currentBoards,
    adAges,
    publications: createPublicationNumbers({ store, clock, reportRefusal: notRecorded }),
    paying,
    shown,
    publishMarket,
    refreshAtMonoMs: (fiat) =>
      expects(fiat) ? (shown.refreshAtMonoMs(fiat) ?? nextCycleMonoMs(fiat)) : clock.monoMs() + cycleMsOf(fiat),
    report,
  })
  const checkpoint = createBoardCheckpoint({
    store,
    clock,
    exchanges,
    fiats,
    validator,
    currentBoards,
    adAges,
    paying,
    shown,
  })

  const debouncedPublish = debouncePublish({
    timers,
    expects,
    publish: async (fiat) => {
      try {
        if ((await publisher.publish(fiat)) === null) return
        await new Promise<void>((resolve) => timers.soon(resolve))
        await checkpoint.save(fiat)
      } catch (error) {
        crash(`publish ${fiat}`)(error)
      }
    },
  })

  /**
   * Returns true for a reading that is clearly newer. Skipping one is harmless, because the next cycle brings another.
   */
  const isNewer = ({ board, receivedMonoMs }: ConsumedReading): boolean => {
    const { newest } = validator.boardState(board.exchange, board.fiat, board.side)
    return newest === null || (receivedMonoMs > newest.receivedMonoMs && board.observedAtMs > newest.board.observedAtMs)
  }

  const acceptReading = ({ market, board, receivedMonoMs, attempt }: ConsumedReading): 'taken' | 'ask_again' => {
    const verdict = validator.acceptBoard(board, receivedMonoMs, attempt)
    debouncedPublish.onBoardChanged(market.fiat)
    return verdict
  }

  const consumer =
    readings === null
      ? null
      : createReadingConsumer({
          readings,
          exchanges,
          markets: marketsOf(fiats),
          acceptReading: (reading) => {
            if (isNewer(reading)) acceptReading(reading)
          },
          clock,
          timers,
          report,
        })

  await checkpoint.restore().catch(crash('board store'))
  await publisher.publishAgain(fiats).catch(crash('board store'))

  return {
    scenes: createSourceStatuses({ fiats, workers, validator, clock }),
    conditions: () => exchangeConditions(workers(), clock),
    nextCycleMonoMs,
    acceptReading,
    onMarketSettled: debouncedPublish.onMarketSettled,
    isRecent: (exchange, { fiat, side }) => {
      const { newest } = validator.boardState(exchange, fiat, side)
      return newest !== null && clock.monoMs() - newest.receivedMonoMs < cycleMsOf(fiat) / 2
    },
    pollReadings: async () => consumer?.pollReadings(),
    rereadReadings: () => consumer?.rereadReadings(),
    stop: () => {
      consumer?.stop()
      debouncedPublish.stop()
    },
  }
}
